#!/usr/bin/env python3
"""Draws photographs of made-up till receipts, with the values that are printed on each.

    Scripts/receipts/draw.py FOLDER [--count N] [--seed N] [--part development|test] [--fonts FOLDER]

Each picture NNN.jpg has its values in NNN.json. The parts share no name, street, article, font or wording of a label: every list
below is dealt out alternately. Needs pillow and numpy.
"""

import argparse
import json
import random
import subprocess
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont

PART = "development"


def dealt(items):
    """The items of this part: every second one."""
    items = list(items)
    return items[0::2] if PART == "development" else items[1::2]


class Receipt:
    """The lines of a receipt, and what is to be found on it."""

    def __init__(self, rng, width):
        self.rng, self.width = rng, width
        self.rows = []  # (text, align, style)
        self.truth = {}

    def put(self, text="", align="left", style="normal"):
        self.rows.append((text, align, style))

    def pair(self, left, right, style="normal"):
        gap = max(1, self.width - len(left) - len(right))
        self.put(left + " " * gap + right, "left", style)

    def rule(self):
        self.put(self.rng.choice(["-", "=", "*", "."]) * self.width if self.rng.random() < 0.7 else "")


def pick(rng, items):
    return rng.choice(dealt(items))


WORDS = ["GOLDEN", "SUNRISE", "LUCKY", "PERFECT", "UNITED", "GREEN", "ROYAL", "HAPPY", "CRYSTAL", "OCEAN", "SILVER", "DRAGON", "PRIMA",
         "STAR", "MEGA", "UNI", "EVER", "GRAND", "PACIFIC", "FAMILY", "BRIGHT", "CITY", "PEARL", "LOTUS"]
TRADES = ["BOOK STORE", "HARDWARE", "MINI MARKET", "STATIONERY", "BAKERY", "RESTAURANT", "PHARMACY", "TRADING", "ELECTRICAL", "SEAFOOD",
          "PAINT & HARDWARE", "CAFE", "SUPERMARKET", "BOUTIQUE", "GIFT SHOP", "OPTICAL"]
SUFFIXES = ["SDN BHD", "SDN. BHD.", "ENTERPRISE", "(M) SDN BHD", "TRADING", "HOLDINGS SDN BHD", "SDN BHD", "(KL) SDN. BHD."]
PERSONS = ["TAN WOON YANN", "LIM SIEW HONG", "WONG MEI LING", "CHUA KAH SENG", "ONG BEE LENG", "GOH CHIN HOCK"]
JALAN = ["JALAN SAGU", "JALAN TUN RAZAK", "JALAN PERMAS", "JALAN MELATI", "JALAN BUKIT INDAH", "JALAN SS 21", "JALAN KENARI",
         "JALAN MERANTI", "JALAN DATO ONN", "JALAN WAWASAN"]
TAMAN = ["TAMAN DAYA", "TAMAN PERLING", "BANDAR PUCHONG JAYA", "TAMAN MEGAH", "TAMAN MOLEK", "BANDAR SUNWAY", "TAMAN CONNAUGHT",
         "TAMAN SRI BAHTERA"]
CITIES_MY = [("81100", "JOHOR BAHRU", "JOHOR"), ("47100", "PUCHONG", "SELANGOR"), ("50480", "KUALA LUMPUR", "W.P."),
             ("11900", "BAYAN LEPAS", "PULAU PINANG"), ("43300", "SERI KEMBANGAN", "SELANGOR"), ("75450", "AYER KEROH", "MELAKA")]
ITEMS_MY = ["KF MODELLING CLAY", "PAPER CUP 50S", "FRESH MILK 1L", "A4 PAPER 80GSM", "NASI LEMAK", "TEH O AIS LIMAU", "PVC PIPE 20MM",
            "WALL PLUG", "ROTI CANAI", "CHOC MUFFIN", "GLUE STICK", "MINERAL WATER", "BATTERY AA 4S", "CHICKEN CHOP", "LED BULB 9W",
            "MASKING TAPE", "KOPI PENG", "EGG TART", "BALL PEN BLUE", "SHAMPOO 300ML"]
TOTALS_MY = ["TOTAL:", "Total Sales (Inclusive GST)", "TOTAL", "Total Amount", "NET TOTAL", "GRAND TOTAL", "Total Inc GST", "NETT TOTAL",
             "TOTAL SALES", "AMOUNT DUE"]
DATE_LABELS = ["DATE:", "Date :", "", "Date", "Bill Date:", "INVOICE DATE:", "Date/Time:", "Printed:"]

NAMES_US = ["Blue Bottle Diner", "Maple Street Market", "Joe's Hardware", "Sunny Side Grill", "The Corner Deli", "Harbor Drugs",
            "Pine Valley Grocery", "Casa Bonita Tacos", "Main Street Books", "Lakeview Cafe"]
STREETS_US = ["Market St", "Elm Avenue", "Broadway", "Ocean Blvd", "5th Ave", "Mission Street", "Sunset Blvd", "Park Rd"]
CITIES_US = [("San Francisco", "CA", "94103"), ("Austin", "TX", "78701"), ("Portland", "OR", "97205"), ("Madison", "WI", "53703"),
             ("Boise", "ID", "83702"), ("Albany", "NY", "12207")]
ITEMS_US = ["Cheeseburger", "Fries Large", "Iced Tea", "Whole Milk Gal", "Bananas lb", "Paper Towels", "Hammer 16oz", "Club Sandwich",
            "Caesar Salad", "Drip Coffee", "Orange Juice", "Wood Screws", "Notebook", "Fish Tacos", "Aspirin 100ct", "Muffin"]
TOTALS_US = ["TOTAL", "Total", "Amount Due", "Balance Due", "Grand Total", "TOTAL DUE"]

NAMES_DE = ["Backhaus Kruse", "REWO Markt GmbH", "Edelkauf Schneider", "Buchhandlung Lenz", "Metzgerei Huber", "Drogerie Nord",
            "Cafe am Markt", "Gasthaus Adler", "Baumarkt Ost GmbH", "Apotheke Sonne"]
STREETS_DE = ["Hauptstr.", "Bahnhofstrasse", "Lindenweg", "Gartenstr.", "Am Markt", "Schulstrasse"]
CITIES_DE = [("10115", "Berlin"), ("80331", "Muenchen"), ("20095", "Hamburg"), ("50667", "Koeln"), ("04109", "Leipzig"),
             ("70173", "Stuttgart")]
ITEMS_DE = ["Vollmilch 3,5%", "Bauernbrot", "Butter 250g", "Apfelsaft", "Schnitzel Wiener", "Cappuccino", "Zahnpasta", "Schrauben M6",
            "Taschenbuch", "Mineralwasser", "Joghurt Natur", "Kartoffeln 2kg", "Filterkaffee", "Seife"]
TOTALS_DE = ["SUMME EUR", "Gesamt EUR", "Summe", "ZU ZAHLEN", "Gesamtbetrag", "TOTAL EUR"]

NAMES_UK = ["The Red Lion", "Fresh & Co Ltd", "Oxford Stationers", "Waterside Cafe", "Brown's Bakery", "Kings Pharmacy Ltd",
            "Harvest Foods", "The Book Nook"]
STREETS_UK = ["High Street", "Station Road", "Church Lane", "Mill Lane", "Victoria Road", "London Road"]
CITIES_UK = [("Oxford", "OX1 4AB"), ("Leeds", "LS1 5PJ"), ("Bristol", "BS1 6QF"), ("York", "YO1 7HU"), ("Bath", "BA1 1LZ"),
             ("Durham", "DH1 3HP")]
ITEMS_UK = ["Semi Skim Milk", "Pint Bitter", "Fish & Chips", "Sausage Roll", "Ballpoint Pens", "Earl Grey", "Plasters 20s",
            "Cheddar 400g", "Victoria Sponge", "Scone & Jam", "Paracetamol", "Novel"]
TOTALS_UK = ["TOTAL", "Total to pay", "Balance Due", "TOTAL DUE", "Total", "Amount Due"]


def cents(rng, low, high, step=1):
    return rng.randrange(low // step, high // step) * step


def point(minor, decimal=".", group=","):
    whole, part = divmod(abs(minor), 100)
    digits = f"{whole:,}".replace(",", group)
    return f"{'-' if minor < 0 else ''}{digits}{decimal}{part:02d}"


def a_date(rng):
    return date(2015, 1, 1) + timedelta(days=rng.randrange(4200))


MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def clock(rng):
    h, m, s = rng.randrange(8, 22), rng.randrange(60), rng.randrange(60)
    return rng.choice([f"{h:02d}:{m:02d}", f"{h:02d}:{m:02d}:{s:02d}", f"{(h - 1) % 12 + 1}:{m:02d}:{s:02d} {'PM' if h > 11 else 'AM'}"])


def bought(rng, items, low, high, step=1, most=9):
    """Articles with a quantity, a price for each and a sum."""
    chosen = rng.sample(dealt(items), min(len(dealt(items)), rng.randrange(1, most)))
    rows = []
    for name in chosen:
        count = rng.choice([1, 1, 1, 2, 3])
        each = cents(rng, low, high, step)
        rows.append((name, count, each, count * each))
    return rows


def write_items(r, rng, rows, show, style):
    for name, count, each, total in rows:
        if style == 0:
            r.pair(f"{name}", show(total))
            if count > 1:
                r.put(f"   {count} x {show(each)}")
        elif style == 1:
            r.put(name)
            r.pair(f"  {count} x {show(each)}", show(total))
        elif style == 2:
            r.pair(f"{count} {name}", show(total))
        else:
            code = rng.randrange(10**8, 10**9)
            r.put(f"{code} {name}")
            r.pair(f"  {count}   {show(each)}", show(total) + rng.choice([" SR", "", " S"]))


def malaysian(rng):
    r = Receipt(rng, rng.choice([38, 40, 42, 46]))
    name = f"{pick(rng, WORDS)} {pick(rng, WORDS)} {pick(rng, TRADES)} {pick(rng, SUFFIXES)}"
    if len(name) > r.width:
        name = f"{pick(rng, WORDS)} {pick(rng, TRADES)} {pick(rng, SUFFIXES)}"
    if rng.random() < 0.2:
        r.put(pick(rng, PERSONS), "centre")
        r.put()
    r.put(name[: r.width], "centre", rng.choice(["bold", "normal", "large" if len(name) < 24 else "bold"]))
    if rng.random() < 0.6:
        r.put(rng.choice(["(789417-W)", f"CO REG NO: {rng.randrange(100000, 999999)}-X", f"({rng.randrange(10**5, 10**6)}-{rng.choice('ABCHKMPTUVX')})"]), "centre")
    postcode, city, state = pick(rng, CITIES_MY)
    number = rng.choice([f"NO. {rng.randrange(1, 99)}", f"NO.{rng.randrange(1, 60)}, {rng.randrange(60, 99)}", f"LOT {rng.randrange(100, 2000)}", f"{rng.randrange(1, 150)}-G"])
    street = f"{number}, {pick(rng, JALAN)} {rng.randrange(1, 30)},"
    middle = f"{pick(rng, TAMAN)},"
    last = rng.choice([f"{postcode} {city}, {state}.", f"{postcode} {city},{state}", f"{postcode} {city}"])
    lines = [street, middle, last] if rng.random() < 0.7 else [f"{street} {middle}" if len(street + middle) + 1 <= r.width else street, last]
    for line in lines:
        r.put(line, "centre")
    contact = rng.random()
    if contact < 0.5:
        r.put(f"TEL: 0{rng.randrange(3, 9)}-{rng.randrange(10**6, 10**7)}" + rng.choice(["", f"  FAX: 03-{rng.randrange(10**6, 10**7)}"]), "centre")
    if rng.random() < 0.6:
        r.put(f"GST {rng.choice(['ID', 'NO', 'REG NO'])}: 000{rng.randrange(10**8, 10**9)}", "centre")
    r.rule()
    if rng.random() < 0.6:
        r.put(rng.choice(["TAX INVOICE", "CASH BILL", "INVOICE", "RECEIPT", "SIMPLIFIED TAX INVOICE", "CASH SALES"]), "centre", "bold")
    day = a_date(rng)
    form = rng.choice(["%d/%m/%Y", "%d-%m-%Y", "%Y-%m-%d", "mon", "%d/%m/%y", "%d.%m.%Y"])
    text = f"{day.day:02d}-{MONTHS[day.month - 1]}-{day.year % 100:02d}" if form == "mon" else day.strftime(form)
    if rng.random() < 0.3:
        text = text.upper()
    number = f"CS{rng.randrange(10**5, 10**7)}"
    label = pick(rng, DATE_LABELS)
    head = [f"{rng.choice(['Doc No.', 'INVOICE NO', 'BILL#', 'Receipt #'])}: {number}", f"{label} {text} {clock(rng)}".strip(),
            f"CASHIER: {rng.choice(['MANIS', 'SITI', 'USER', '01'])}"]
    rng.shuffle(head)
    for line in head[: rng.choice([2, 3])]:
        r.put(line)
    if not any(text in row[0] for row in r.rows):
        r.put(f"{label} {text}".strip())
    r.rule()
    if rng.random() < 0.5:
        r.pair(rng.choice(["ITEM", "Description", "QTY  DESCRIPTION"]), rng.choice(["AMOUNT", "RM", "AMT(RM)"]))
        r.rule()
    rows = bought(rng, ITEMS_MY, 80, 3500)
    show = point
    write_items(r, rng, rows, show, rng.randrange(4))
    r.rule()
    amount = sum(row[3] for row in rows)
    tax = None
    mark = rng.choice(["RM", "RM ", "", "", "MYR "])
    inclusive = rng.random() < 0.6
    if rng.random() < 0.4:
        r.pair(rng.choice(["SUB TOTAL", "Subtotal", "Sub-Total"]), show(amount))
    if not inclusive:
        tax = round(amount * 0.06)
        r.pair(rng.choice(["GST 6%", "SST 6%", "Add GST @6%", "Service Tax 6%"]), show(tax))
        amount += tax
    if rng.random() < 0.25:
        r.pair(rng.choice(["DISCOUNT", "Discount"]), "0.00")
    rounding = {1: -1, 2: -2, 3: 2, 4: 1, 6: -1, 7: -2, 8: 2, 9: 1}.get(amount % 10, 0)
    label = pick(rng, TOTALS_MY)
    kind = rng.random()
    has_rounding = kind < 0.35 and rounding
    if has_rounding:
        r.pair(rng.choice(["Total Sales", "TOTAL"]), show(amount))
        r.pair(rng.choice(["ROUNDING ADJUSTMENT", "Rounding Adj", "Rounding"]), show(rounding))
        amount += rounding
        label = rng.choice(["ROUNDED TOTAL (RM)", "TOTAL ROUNDED", "NET TOTAL", "Total After Rounding"])
    r.pair(label, f"{mark}{show(amount)}", rng.choice(["normal", "bold", "bold"]))
    if rng.random() < 0.75:
        paid = amount if rng.random() < 0.3 else (amount // 1000 + 1) * 1000
        r.pair(rng.choice(["CASH", "Cash Tendered", "PAID", "Cash Received"]), show(paid))
        r.pair(rng.choice(["CHANGE", "Change Due", "BALANCE"]), show(paid - amount))
    if rng.random() < 0.3:
        r.put(f"Total Qty: {sum(row[1] for row in rows)}")
    if inclusive and rng.random() < 0.7:
        r.rule()
        tax = amount - round(amount / 1.06)
        r.put("GST SUMMARY", "left", "bold")
        r.pair("TAX CODE   %     AMT (RM)", "TAX (RM)")
        r.pair(f"SR         6     {show(amount - tax)}", show(tax))
        if rng.random() < 0.5:
            r.pair("TOTAL:", f"{show(amount - tax)}     {show(tax)}")
    r.rule()
    r.put(rng.choice(["GOODS SOLD ARE NOT RETURNABLE", "THANK YOU. PLEASE COME AGAIN", "THANK YOU FOR SHOPPING"]), "centre")
    r.truth = {"merchant": name[: r.width].strip(), "address": " ".join(lines), "date": day.isoformat(), "total": f"{amount / 100:.2f}",
               "currency": "MYR", "tax": tax and f"{tax / 100:.2f}"}
    if "RM" not in "".join(row[0] for row in r.rows) and "MYR" not in "".join(row[0] for row in r.rows):
        r.truth["currency"] = None
    return r


def american(rng):
    r = Receipt(rng, rng.choice([32, 36, 40]))
    name = pick(rng, NAMES_US)
    name = rng.choice([name, name.upper()])
    r.put(name, "centre", rng.choice(["large", "bold", "normal"]))
    city, state, code = pick(rng, CITIES_US)
    lines = [f"{rng.randrange(10, 9999)} {pick(rng, STREETS_US)}", f"{city}, {state} {code}"]
    for line in lines:
        r.put(line, "centre")
    if rng.random() < 0.7:
        r.put(f"({rng.randrange(200, 999)}) 555-{rng.randrange(1000, 9999)}", "centre")
    r.rule()
    day = a_date(rng)
    form = rng.choice(["%m/%d/%Y", "%m/%d/%y", "long", "%Y-%m-%d"])
    text = f"{MONTHS[day.month - 1]} {day.day}, {day.year}" if form == "long" else day.strftime(form)
    r.put(rng.choice([f"{text} {clock(rng)}", f"Date: {text}", f"{pick(rng, DATE_LABELS)} {text}".strip()]))
    r.put(rng.choice([f"Server: Anna   Table {rng.randrange(1, 40)}", f"Check #{rng.randrange(1000, 9999)}", f"Reg 0{rng.randrange(1, 9)} Cashier 12"]))
    r.rule()
    rows = bought(rng, ITEMS_US, 99, 2500)
    mark = rng.choice(["$", "", "$"])
    show = lambda minor: f"{'-' if minor < 0 else ''}{mark}{point(abs(minor))}"
    write_items(r, rng, rows, show, rng.choice([0, 1, 2]))
    r.rule()
    amount = sum(row[3] for row in rows)
    r.pair(rng.choice(["Subtotal", "SUBTOTAL", "Sub Total"]), show(amount))
    tax = round(amount * rng.choice([0.0625, 0.08, 0.0875]))
    r.pair(rng.choice(["Tax", "SALES TAX", "Tax 8%", "State Tax"]), show(tax))
    amount += tax
    r.pair(pick(rng, TOTALS_US), f"${point(amount)}" if rng.random() < 0.7 else show(amount), rng.choice(["bold", "normal", "large"]))
    if rng.random() < 0.6:
        if rng.random() < 0.5:
            paid = (amount // 2000 + 1) * 2000
            r.pair("Cash", show(paid))
            r.pair("Change", show(paid - amount))
        else:
            r.pair(rng.choice(["VISA ****1234", "Mastercard 9921", "Credit Card"]), show(amount))
    r.put(rng.choice(["Thank you!", "Thanks for visiting", "Please come again"]), "centre")
    has_sign = any("$" in row[0] for row in r.rows)
    r.truth = {"merchant": name, "address": " ".join(lines), "date": day.isoformat(), "total": f"{amount / 100:.2f}",
               "currency": "USD" if has_sign else None, "tax": f"{tax / 100:.2f}"}
    return r


def german(rng):
    r = Receipt(rng, rng.choice([34, 38, 42]))
    name = pick(rng, NAMES_DE)
    r.put(name, "centre", rng.choice(["large", "bold", "normal"]))
    code, city = pick(rng, CITIES_DE)
    lines = [f"{pick(rng, STREETS_DE)} {rng.randrange(1, 180)}", f"{code} {city}"]
    for line in lines:
        r.put(line, "centre")
    if rng.random() < 0.6:
        r.put(f"Tel. 0{rng.randrange(30, 99)} / {rng.randrange(10**5, 10**7)}", "centre")
    if rng.random() < 0.5:
        r.put(f"UID Nr. DE{rng.randrange(10**8, 10**9)}", "centre")
    r.rule()
    show = lambda minor: point(minor, ",", ".")
    rows = bought(rng, ITEMS_DE, 59, 4500)
    if rng.random() < 0.1:
        rows.append(("Fahrrad" if PART == "test" else "Waschmaschine", 1, 123456, 123456))
    day = a_date(rng)
    text = day.strftime(rng.choice(["%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d"]))
    line = rng.choice([f"Datum: {text} {clock(rng)[:5]} Uhr", f"{text}   {clock(rng)[:5]}", f"Datum {text}"])
    is_early = rng.random() < 0.4
    if is_early:
        r.put(line)
    if rng.random() < 0.5:
        r.pair("", "EUR")
    write_items(r, rng, rows, show, rng.choice([0, 2, 0]))
    r.rule()
    amount = sum(row[3] for row in rows)
    label = pick(rng, TOTALS_DE)
    has_sign = "EUR" in label or any("EUR" in row[0] for row in r.rows)
    sign = "" if has_sign else rng.choice([" €", " EUR"])
    r.pair(label, show(amount) + sign, rng.choice(["bold", "large", "normal"]))
    if rng.random() < 0.6:
        paid = (amount // 1000 + 1) * 1000
        r.pair(rng.choice(["Bar", "Gegeben Bar", "BAR"]), show(paid))
        r.pair(rng.choice(["Rueckgeld", "Zurueck"]), show(paid - amount))
    tax = round(amount - amount / 1.19)
    r.pair(rng.choice(["MwSt 19%", "inkl. MwSt. 19,00%", "enth. MwSt 19%"]), show(tax))
    if not is_early:
        r.put(line)
    r.put(rng.choice(["Vielen Dank fuer Ihren Einkauf", "Es bediente Sie Frau Weber", "Auf Wiedersehen"]), "centre")
    r.truth = {"merchant": name, "address": " ".join(lines), "date": day.isoformat(), "total": f"{amount / 100:.2f}", "currency": "EUR",
               "tax": f"{tax / 100:.2f}"}
    return r


def british(rng):
    r = Receipt(rng, rng.choice([32, 36, 40]))
    name = pick(rng, NAMES_UK)
    name = rng.choice([name, name.upper()])
    r.put(name, "centre", rng.choice(["large", "bold", "normal"]))
    city, code = pick(rng, CITIES_UK)
    lines = [f"{rng.randrange(1, 250)} {pick(rng, STREETS_UK)}", rng.choice([f"{city}, {code}", f"{city} {code}"])]
    for line in lines:
        r.put(line, "centre")
    if rng.random() < 0.6:
        r.put(f"Tel: 01{rng.randrange(100, 999)} {rng.randrange(10**5, 10**6)}", "centre")
    if rng.random() < 0.6:
        r.put(f"VAT No: {rng.randrange(10**8, 10**9)}", "centre")
    r.rule()
    day = a_date(rng)
    text = rng.choice([day.strftime("%d/%m/%Y"), day.strftime("%d/%m/%y"), f"{day.day} {MONTHS[day.month - 1]} {day.year}", f"{day.day:02d}{MONTHS[day.month - 1].upper()}{day.year}"])
    r.put(f"{pick(rng, DATE_LABELS)} {text} {clock(rng)}".strip())
    rows = bought(rng, ITEMS_UK, 60, 2200)
    sign = rng.choice(["£", "£", ""])
    show = lambda minor: f"{sign}{point(minor)}"
    write_items(r, rng, rows, show, rng.choice([0, 1, 2]))
    r.rule()
    amount = sum(row[3] for row in rows)
    tax = round(amount - amount / 1.2)
    if rng.random() < 0.4:
        r.pair(rng.choice(["Subtotal", "Sub Total"]), show(amount))
    r.pair(pick(rng, TOTALS_UK), f"£{point(amount)}", rng.choice(["bold", "large", "normal"]))
    if rng.random() < 0.7:
        r.pair(rng.choice(["Card", "VISA DEBIT", "Contactless"]), f"£{point(amount)}")
    r.pair(rng.choice(["VAT 20%", "Includes VAT", "VAT @ 20%"]), show(tax))
    r.put(rng.choice(["Thank you for your custom", "Please retain for your records"]), "centre")
    r.truth = {"merchant": name, "address": " ".join(lines), "date": day.isoformat(), "total": f"{amount / 100:.2f}", "currency": "GBP",
               "tax": f"{tax / 100:.2f}"}
    return r


# MARK: Pictures


def fonts(folder):
    listed = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True).stdout
    files = [line.split(":")[0] for line in listed.splitlines()]
    if folder:
        files += [str(file) for file in Path(folder).rglob("*.ttf")]
    regular = {}
    wanted = ["DejaVuSansMono", "LiberationMono", "FreeMonoBold", "NotoSansMono", "Hack", "Inconsolata", "DejaVuSansCondensed", "LiberationSans", "Roboto"]
    for name in wanted:
        plain = next((f for f in files if Path(f).stem in (name, name + "-Regular")), None)
        bold = next((f for f in files if Path(f).stem == name + "-Bold"), plain)
        if plain:
            regular[name] = (plain, bold)
    return regular


def paper(r, rng, faces):
    name = rng.choice(dealt(sorted(faces)) or sorted(faces))
    plain, bold = faces[name]
    is_mono = "Mono" in name or name in ("Hack", "Inconsolata")
    size = rng.randrange(22, 30)
    font = {"normal": ImageFont.truetype(plain, size), "bold": ImageFont.truetype(bold, size),
            "large": ImageFont.truetype(bold, int(size * 1.5))}
    cell = font["normal"].getlength("0")
    width = int(cell * r.width) + 2 * size
    height_of = {style: int(face.size * rng.uniform(1.25, 1.4)) for style, face in font.items()}
    height = sum(height_of[style] for _, _, style in r.rows) + 3 * size
    image = Image.new("L", (width, height), rng.randrange(232, 256))
    draw = ImageDraw.Draw(image)
    ink = rng.randrange(10, 90)
    y = int(1.5 * size)
    for text, align, style in r.rows:
        face = font[style]
        if align == "centre":
            x = (width - face.getlength(text)) / 2
            draw.text((max(2, x), y), text, ink, face)
        elif (not is_mono or style == "large") and "  " in text.strip():
            # What stands on the right is set flush with the edge.
            left, _, right = text.rstrip().rpartition("  ")
            indent = len(left) - len(left.lstrip())
            draw.text((size + indent * cell, y), left.strip(), ink, face)
            draw.text((width - size - face.getlength(right.strip()), y), right.strip(), ink, face)
        else:
            draw.text((size, y), text, ink, face)
        y += height_of[style]
    return image


def photograph(image, rng, noise):
    """The paper on a table, turned, in uneven light, out of focus, and with the noise of a small sensor."""
    width, height = image.size
    scale = rng.uniform(0.75, 1.25)
    image = image.resize((int(width * scale), int(height * scale)), Image.LANCZOS)
    width, height = image.size
    margin = int(max(width, height) * rng.uniform(0.03, 0.12))
    ground = rng.randrange(30, 150)
    table = numpy.full((height + 2 * margin, width + 2 * margin), ground, dtype=float)
    table += noise.normal(0, 6, table.shape)
    scene = Image.fromarray(numpy.clip(table, 0, 255).astype("uint8"))
    scene.paste(image, (margin, margin))
    w, h = scene.size
    # Perspective: each corner moves a little.
    def moved(x, y):
        return x + rng.uniform(-0.012, 0.012) * w, y + rng.uniform(-0.012, 0.012) * w
    source = [moved(0, 0), moved(w, 0), moved(w, h), moved(0, h)]
    rows = []
    for (x, y), (u, v) in zip([(0, 0), (w, 0), (w, h), (0, h)], source):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
    solved = numpy.linalg.solve(numpy.array(rows), numpy.array(source).reshape(8))
    scene = scene.transform((w, h), Image.PERSPECTIVE, solved, Image.BICUBIC, fillcolor=ground)
    scene = scene.rotate(rng.gauss(0, 2.2), Image.BICUBIC, expand=True, fillcolor=ground)
    pixels = numpy.asarray(scene, dtype=float)
    y, x = numpy.mgrid[0 : pixels.shape[0], 0 : pixels.shape[1]]
    angle = rng.uniform(0, 6.28)
    slope = (numpy.cos(angle) * x / pixels.shape[1] + numpy.sin(angle) * y / pixels.shape[0])
    pixels *= 1 - rng.uniform(0, 0.35) * (slope - slope.min()) / (slope.max() - slope.min())
    scene = Image.fromarray(numpy.clip(pixels, 0, 255).astype("uint8")).filter(ImageFilter.GaussianBlur(rng.uniform(0.2, 1.0)))
    pixels = numpy.asarray(scene, dtype=float) + noise.normal(0, rng.uniform(2, 9), (scene.size[1], scene.size[0]))
    return Image.fromarray(numpy.clip(pixels, 0, 255).astype("uint8"))


def main():
    global PART
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=["development", "test"], default="development")
    parser.add_argument("--fonts")
    given = parser.parse_args()
    PART = given.part
    out = Path(given.folder)
    out.mkdir(parents=True, exist_ok=True)
    faces = fonts(given.fonts)
    for number in range(given.count):
        rng = random.Random(f"{given.part} {given.seed} {number}")
        noise = numpy.random.default_rng(rng.randrange(2**32))
        kind = rng.choices([malaysian, american, german, british], [6, 2, 2, 2])[0]
        receipt = kind(rng)
        picture = photograph(paper(receipt, rng, faces), rng, noise)
        kept = BytesIO()
        picture.save(kept, "JPEG", quality=rng.randrange(55, 92))
        (out / f"{number:03d}.jpg").write_bytes(kept.getvalue())
        (out / f"{number:03d}.json").write_text(json.dumps(receipt.truth, ensure_ascii=False))


if __name__ == "__main__":
    main()
