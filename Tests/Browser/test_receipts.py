"""Receipts of Daily PA in a browser: from a photo of a receipt to an expense in three taps."""

import pytest
from hands import PHONE, at, go, settled, tap, until

PICTURE = "main img[src*='/-/picture/receipt-'], dialog img[src*='/-/picture/receipt-'], [role=dialog] img[src*='/-/picture/receipt-']"

RECEIPT = """<body style="margin:30px;background:#fff;width:560px;font:22px 'DejaVu Sans Mono',monospace"><pre style="font:inherit">
          Blue Bottle Diner
            123 Market St
      San Francisco, CA 94103
           (415) 555-1234

Date: 01/20/2026  12:41 PM

1 Cheeseburger             $12.50
2 Iced Tea                  $6.00
Subtotal                   $18.50
Sales Tax                   $1.62
TOTAL                      $20.12
VISA ****1234              $20.12

Thank you!
</pre></body>"""

# The name at its head alone.
PART = RECEIPT.partition("\n            123")[0] + "\n\nThank you!\n</pre></body>"


def receipt(page, text=RECEIPT):
    """Returns a picture of a receipt, drawn by the browser itself."""
    drawn = page.context.new_page()
    drawn.set_viewport_size({"width": 640, "height": 620})
    drawn.set_content(text)
    picture = drawn.screenshot()
    drawn.close()
    return {"name": "receipt.png", "mimeType": "image/png", "buffer": picture}


@pytest.mark.covers("pa-R3.7", "pa-R8.1", "pa-R3.8", "pa-R8.2", "pa-R8.4", "pa-R8.5", "pa-R8.7")
def test_a_receipt_becomes_an_expense_in_three_taps(visits, profile):
    page = visits.page("dailypa", "/expenses", profile, viewport=PHONE)
    picture = receipt(page)
    # 1. The tap opens what the device takes or chooses pictures with, which is the camera on a phone.
    with page.expect_file_chooser():
        tap(page, "link", "Scan receipt")
    at(page, "/expenses/scan")
    field = page.locator("input[type=file]")
    assert field.get_attribute("accept") == "image/*"
    field.set_input_files(picture)
    until(page, f"document.querySelector(\"{PICTURE}\")?.naturalWidth === 640")
    assert page.get_by_role("button", name="Retake").is_visible()
    # 2. Accepted, and read on this device.
    tap(page, "button", "Use photo")
    until(page, "document.body.innerText.includes('Filled in from your receipt.')")
    at(page, "/expenses/form")
    assert page.get_by_label("Amount").input_value() == "20.12"
    assert page.get_by_label("Merchant").input_value() == "Blue Bottle Diner"
    assert page.get_by_label("Date").input_value() == "2026-01-20"
    assert page.get_by_role("radio", name="Eating out").is_checked()
    # 3. Saved; the picture is beside the expense.
    tap(page, "button", "Save")
    until(page, "document.body.innerText.includes('Blue Bottle Diner')")
    page.get_by_role("link", name="Blue Bottle Diner").first.click()
    until(page, f"document.querySelector(\"{PICTURE}\")?.naturalWidth === 640")


@pytest.mark.covers("pa-R8.6")
def test_a_picture_that_cannot_be_read_or_only_in_part_is_attached_to_an_expense_typed_by_hand(visits, profile):
    page = visits.page("dailypa", "/expenses", profile, viewport=PHONE)
    tap(page, "link", "Scan receipt")
    blank = page.context.new_page()
    blank.set_content("<body style='background:#ddd'></body>")
    picture = {"name": "blank.png", "mimeType": "image/png", "buffer": blank.screenshot()}
    blank.close()
    page.locator("input[type=file]").set_input_files({"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"a text"})
    until(page, "document.body.innerText.includes('This file is not a picture that can be used.')")
    tap(page, "button", "Take or choose a photo")
    page.locator("input[type=file]").set_input_files(picture)
    until(page, f"document.querySelector(\"{PICTURE}\")?.naturalWidth > 0")
    tap(page, "button", "Use photo")
    until(page, "document.body.innerText.includes('Its picture is attached. Type the values.')")
    page.get_by_label("Amount").fill("7")
    page.get_by_role("radio", name="Other").check()
    settled(page)
    tap(page, "button", "Save")
    until(page, "document.body.innerText.includes('€7.00')")
    at(page, "/expenses")
    page.locator("main .row").filter(has_text="€7.00").first.locator("a").first.click()
    until(page, f"document.querySelector(\"{PICTURE}\")?.naturalWidth > 0")

    # A receipt without a total gives what it has.
    go(page, "/expenses")
    tap(page, "link", "Scan receipt")
    page.locator("input[type=file]").set_input_files(receipt(page, PART))
    until(page, f"document.querySelector(\"{PICTURE}\")?.naturalWidth === 640")
    tap(page, "button", "Use photo")
    until(page, "document.body.innerText.includes('The total could not be read.')")
    assert page.get_by_label("Merchant").input_value() == "Blue Bottle Diner"
    assert page.get_by_label("Amount").input_value() == ""
    page.get_by_label("Amount").fill("8")
    page.get_by_role("radio", name="Other").check()
    settled(page)
    tap(page, "button", "Save")
    until(page, "document.body.innerText.includes('€8.00')")
    at(page, "/expenses")
    page.locator("main .row").filter(has_text="€8.00").first.locator("a").first.click()
    until(page, f"document.querySelector(\"{PICTURE}\")?.naturalWidth === 640")


PHOTO = """
const canvas = document.querySelector('canvas'), pen = canvas.getContext('2d');
const image = pen.createImageData(canvas.width, canvas.height);
let seed = 7;
for (let i = 0; i < image.data.length; i += 4) {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  const x = (i / 4) % canvas.width, y = Math.floor(i / 4 / canvas.width);
  const light = 128 + 60 * Math.sin(x / 300) * Math.cos(y / 200) + (seed >> 16) % 8;
  image.data.set([light, light - 10, light - 25, 255], i);
}
pen.putImageData(image, 0, 0);
"""


@pytest.mark.covers("pa-R8.8")
def test_a_large_photo_is_made_small_before_it_is_kept_and_sent(visits, profile):
    page = visits.page("dailypa", "/expenses", profile, viewport=PHONE)
    drawn = page.context.new_page()
    drawn.set_viewport_size({"width": 2200, "height": 1600})
    drawn.set_content("<body style='margin:0'><canvas width=2200 height=1600 style='display:block'></canvas></body>")
    drawn.evaluate(PHOTO)
    photo = drawn.screenshot()
    drawn.close()
    assert 2_000_000 < len(photo) < 10_000_000
    tap(page, "link", "Scan receipt")
    page.locator("input[type=file]").set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": photo})
    until(page, f"document.querySelector(\"{PICTURE}\")?.naturalWidth === 1800")
    kept = page.request.get(page.evaluate(f"document.querySelector(\"{PICTURE}\").src"))
    assert kept.ok and kept.headers["content-type"] == "image/jpeg"
    # The kept picture is the one that is sent, as ReceiptsOnServerTests shows.
    assert len(kept.body()) * 4 < len(photo)
