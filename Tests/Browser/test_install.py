"""Each product can be installed as an app."""

import json
import re

import pytest
from hands import PRODUCTS, settled
from rotation import part


@pytest.mark.parametrize("product", part(PRODUCTS, 2, 1))
def test_the_browser_finds_nothing_against_installing_it(visits, server, profile, product):
    page = visits.page(product, "/settings", profile)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tools = page.context.new_cdp_session(page)
    manifest = tools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    told = json.loads(manifest["data"])
    assert told["start_url"].startswith(told["scope"]) and told["scope"] == f"/{product}/"
    assert told["display"] == "standalone" and told["name"] and told["short_name"]
    assert re.fullmatch(r"#[0-9A-Fa-f]{6}", told["theme_color"]) and re.fullmatch(r"#[0-9A-Fa-f]{6}", told["background_color"])
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    # A private context is never installable; there must be no other reason.
    errors = {error["errorId"] for error in tools.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}, errors


@pytest.mark.parametrize("product", part(PRODUCTS, 2))
def test_its_icons_can_be_drawn(visits, server, profile, product):
    page = visits.page(product, "/settings", profile)
    href = page.locator("link[rel=manifest]").get_attribute("href")
    icons = page.evaluate("async (href) => (await (await fetch(href)).json()).icons.map((icon) => icon.src)", href)
    icons.append(page.locator("link[rel=icon]").first.get_attribute("href"))
    for icon in icons:
        drawn = page.evaluate(
            """async (src) => {
                const image = new Image();
                image.src = src;
                await image.decode();
                const canvas = new OffscreenCanvas(192, 192).getContext("2d");
                canvas.drawImage(image, 0, 0, 192, 192);
                const { data } = canvas.getImageData(0, 0, 192, 192);
                const colours = new Set();
                for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) colours.add(data.slice(at, at + 3).join());
                return [image.naturalWidth, colours.size, data[(96 * 192 + 96) * 4 + 3]];
            }""", icon)
        width, colours, middle = drawn
        assert width > 0 and colours >= 2, (icon, drawn)


def test_the_service_worker_answers_for_every_page(visits, server, profile):
    page = visits.page("yhealth", "/dashboard", profile)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    scope = page.evaluate("navigator.serviceWorker.getRegistration().then((one) => new URL(one.scope).pathname)")
    assert scope == "/"
    page.reload()
    settled(page)
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    page.goto(server.address)
    assert page.evaluate("navigator.serviceWorker.controller !== null")


def test_what_never_changes_under_its_address_is_not_asked_for_again(visits, profile):
    page = visits.page("yhealth", "/dashboard", profile)
    answers = {}
    page.on("response", lambda answer: answers.setdefault(re.sub(r".*/-/|\?.*", "", answer.url), answer))
    page.reload()
    settled(page)
    for name in ("face.js", "look.css"):
        href = page.locator(f"[href*='{name}'], [src*='{name}']").first.evaluate("node => node.href || node.src")
        assert "?v=" in href
        told = page.evaluate("async (href) => (await fetch(href)).headers.get('cache-control')", href)
        assert "immutable" in told and "max-age=31536000" in told
