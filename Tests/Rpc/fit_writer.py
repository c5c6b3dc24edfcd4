"""Writes FIT files as devices write them, for tests: both byte orders, compressed times, developer fields, chains."""

import struct

ENUM, SINT8, UINT8, UINT16, SINT32, UINT32, TEXT = 0x00, 0x01, 0x02, 0x84, 0x85, 0x86, 0x07
FORMS = {ENUM: "B", SINT8: "b", UINT8: "B", UINT16: "H", SINT32: "i", UINT32: "I"}
EPOCH = 631065600
# Number and type of fields by message.
RECORD = {
    "timestamp": (253, UINT32), "latitude": (0, SINT32), "longitude": (1, SINT32), "altitude": (2, UINT16),
    "heart_rate": (3, UINT8), "cadence": (4, UINT8), "distance": (5, UINT32), "speed": (6, UINT16),
    "power": (7, UINT16), "temperature": (13, SINT8), "enhanced_altitude": (78, UINT32), "enhanced_speed": (73, UINT32),
}
SESSION = {
    "timestamp": (253, UINT32), "start_time": (2, UINT32), "sport": (5, ENUM), "elapsed": (7, UINT32),
    "timer": (8, UINT32), "distance": (9, UINT32), "calories": (11, UINT16), "average_heart_rate": (16, UINT8),
    "greatest_heart_rate": (17, UINT8),
}
FILE_ID = {"kind": (0, ENUM), "maker": (1, UINT16), "product": (2, UINT16), "created": (4, UINT32)}


def crc(data):
    total = 0
    for byte in data:
        total ^= byte
        for _ in range(8):
            total = total >> 1 ^ 0xA001 if total & 1 else total >> 1
    return total


class Fit:
    def __init__(self, big_endian=False):
        self.order = ">" if big_endian else "<"
        self.data = b""
        self.defined = {}

    def define(self, local, message, fields, names, developer=0):
        header = 0x40 | local | (0x20 if developer else 0)
        self.data += struct.pack("<BBB", header, 0, self.order == ">") + struct.pack(f"{self.order}HB", message, len(names))
        for name in names:
            number, base = fields[name]
            self.data += struct.pack("BBB", number, struct.calcsize(FORMS[base]), base)
        if developer:
            self.data += bytes([1, 0, developer, 0])
        self.defined[local] = [fields[name][1] for name in names], developer

    def add(self, local, *values, compressed=None):
        bases, developer = self.defined[local]
        self.data += bytes([local if compressed is None else 0x80 | local << 5 | compressed & 31])
        for base, value in zip(bases, values, strict=True):
            self.data += struct.pack(self.order + FORMS[base], value)
        self.data += bytes(developer)

    def file(self, header=14):
        head = struct.pack("<BBHI4s", header, 0x20, 2132, len(self.data), b".FIT")
        if header == 14:
            head += struct.pack("<H", crc(head))
        whole = head + self.data
        return whole + struct.pack("<H", crc(whole))


def activity(start=1_000_000_000, points=120, sport=1, big_endian=False, compressed=False, developer=0, header=14, kind=4):
    """A workout with a point a second: 3 m a second to the north, and a heart that beats faster and faster."""
    fit = Fit(big_endian)
    fit.define(0, 0, FILE_ID, list(FILE_ID))
    fit.add(0, kind, 1, 1, start)
    names = [name for name in RECORD if name != "timestamp" or not compressed]
    if compressed:
        # The first point has a whole time, from which the others count.
        fit.define(2, 20, RECORD, ["timestamp"])
        fit.add(2, start - 1)
    fit.define(1, 20, RECORD, names, developer)
    for second in range(points):
        values = {
            "timestamp": start + second, "latitude": int((52.5 + second * 3 / 111_195) / 180 * 2**31),
            "longitude": int(13.4 / 180 * 2**31), "altitude": int((34 + 500) * 5), "heart_rate": 100 + second % 80,
            "cadence": 85, "distance": second * 300, "speed": 3000, "power": 210, "temperature": -3,
            "enhanced_altitude": int((34.2 + 500) * 5), "enhanced_speed": 3000,
        }
        fit.add(1, *[values[name] for name in names], compressed=start + second if compressed else None)
    fit.define(3, 18, SESSION, list(SESSION))
    fit.add(
        3, start + points, start, sport, points * 1000, (points - 5) * 1000, points * 300, 321, 131, 179,
    )
    return fit.file(header)
