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
    "greatest_heart_rate": (17, UINT8), "sub_sport": (6, ENUM), "ascent": (22, UINT16),
}
STRAP = {"timestamp": (253, UINT32), "fraction": (0, UINT16), "rate": (6, UINT8), "event": (9, UINT32)}
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
    names = [name for name in SESSION if name not in ("sub_sport", "ascent")]
    fit.define(3, 18, SESSION, names)
    fit.add(
        3, start + points, start, sport, points * 1000, (points - 5) * 1000, points * 300, 321, 131, 179,
    )
    return fit.file(header)


def session(fit, start, seconds, sport, sub_sport, metres):
    """The session of a workout that other messages are of."""
    names = ["timestamp", "start_time", "sport", "elapsed", "timer", "distance", "sub_sport"]
    fit.define(3, 18, SESSION, names)
    fit.add(3, start + seconds, start, sport, seconds * 1000, seconds * 1000, metres * 100, sub_sport)


def ride(sport, sub_sport, place, beat=None, start=1_000_000_000, seconds=3600, metres=20_000):
    """A workout with a point in two seconds from a place to the north, with a heart rate for each where there is one."""
    fit = Fit()
    fit.define(0, 0, FILE_ID, list(FILE_ID))
    fit.add(0, 4, 1, 1, start)
    names = ["timestamp", "distance", "latitude", "longitude"] + (["heart_rate"] if beat else [])
    fit.define(1, 20, RECORD, names)
    for second in range(0, seconds, 2):
        values = [start + second, metres * 100 * second // seconds]
        values += [int((place[0] + second * 1e-5) / 180 * 2**31), int(place[1] / 180 * 2**31)]
        fit.add(1, *values, *([beat(second)] if beat else []))
    session(fit, start, seconds, sport, sub_sport, metres)
    return fit.file()


def strap(start=1_000_000_000, seconds=120):
    """A swim whose heart rates a strap handed over afterwards: once with their whole times, then eight in a message."""
    fit = Fit()
    fit.define(0, 0, FILE_ID, list(FILE_ID))
    fit.add(0, 4, 1, 1, start)
    fit.define(1, 20, RECORD, ["timestamp", "distance"])
    for second in range(seconds):
        fit.add(1, start + second, second * 100)
    fit.define(2, 132, STRAP, list(STRAP))
    fit.add(2, start, 16_384, 90, 4_294_960_000)
    # The definition of eight rates and eight times of twelve bits, which the strap's clock begins again within.
    fit.data += struct.pack("<BBBHB", 0x43, 0, 0, 132, 2) + bytes([6, 8, UINT8, 10, 12, 0x0D])
    count = 4_294_960_000
    for number in range(seconds // 8):
        times = []
        for beat in range(8):
            count += 700 + 100 * beat
            times.append(count & 0xFFF)
        packed = sum(time << 12 * place for place, time in enumerate(times)).to_bytes(12, "little")
        fit.data += bytes([3, *[100 + (number * 8 + beat) % 60 for beat in range(8)]]) + packed
    session(fit, start, seconds, 5, 17, seconds)
    return fit.file()


def chained_sports(start=1_000_000_000):
    """One file of a run and a ride after it, whose point at the border is of both by its time."""
    fit = Fit()
    fit.define(0, 0, FILE_ID, list(FILE_ID))
    fit.add(0, 4, 1, 1, start)
    fit.define(1, 20, RECORD, ["timestamp", "heart_rate"])
    for second in range(201):
        fit.add(1, start + second, 120)
    session(fit, start, 100, 1, 0, 300)
    session(fit, start + 100, 100, 2, 0, 600)
    return fit.file()
