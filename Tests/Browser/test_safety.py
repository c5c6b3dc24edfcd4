"""Access control: requests from other sites, DNS rebinding and injected scripts."""

import http.client
import http.server
import re
import threading
from html.parser import HTMLParser

import pytest
from hands import PRODUCTS, go, routes, settled
from rotation import part

UPGRADE = {
    "connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
}  # fmt: skip


class Caller:
    """An HTTP client that sends arbitrary headers."""

    def __init__(self, server):
        self.server = server
        self.host = f"127.0.0.1:{server.port}"
        self.origin = f"http://{self.host}"

    def ask(self, path, method="GET", body=None, cookie=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)
        names = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        names.setdefault("host", self.host)
        if cookie:
            names["cookie"] = cookie
        connection.request(method, path, body, names)
        answer = connection.getresponse()
        # A WebSocket response has no end to read to.
        text = "" if answer.status == 101 else answer.read().decode(errors="replace")
        connection.close()
        return answer, text

    def open(self, **headers):
        return self.ask(
            "/open", "POST", "product=yhealth&profile=caller",
            **{"content_type": "application/x-www-form-urlencoded", "origin": self.origin, **headers},
        )  # fmt: skip


@pytest.fixture
def caller(server):
    caller = Caller(server)
    answer, _ = caller.open()
    assert answer.status == 303
    caller.cookie = answer.headers["set-cookie"].split(";")[0]
    return caller


@pytest.mark.parametrize(
    "host", ["rebound.example", "127.0.0.1.rebound.example", "localhost.rebound.example", "evil@127.0.0.1", "troupe", "127.1"])
def test_a_name_that_is_not_ours_is_refused(caller, host):
    """DNS rebinding: a foreign name that resolves to 127.0.0.1."""
    for path in ("/", "/yhealth/caller/", "/-/face.js"):
        answer, text = caller.ask(path, cookie=caller.cookie, host=f"{host}:{caller.server.port}")
        assert answer.status in (400, 421) and "Dashboard" not in text and "<html" not in text
    answer, _ = caller.open(host=f"{host}:{caller.server.port}", origin=f"http://{host}:{caller.server.port}")
    assert answer.status in (400, 421)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_our_own_names_are_answered(caller, host):
    answer, text = caller.ask("/", host=f"{host}:{caller.server.port}")
    assert answer.status == 200 and "<h1>Troupe</h1>" in text


@pytest.mark.parametrize(
    "said",
    [
        {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": None}, {"origin": "https://{host}"}, {"origin": "http://127.0.0.1:1"},
        {"origin": None, "sec_fetch_site": "cross-site"}, {"origin": None, "sec_fetch_site": "same-site"},
        {"origin": None, "sec_fetch_site": "none"}, {"origin": "http://localhost:{port}"},
    ], ids=str,
)  # fmt: skip
def test_nothing_is_changed_from_another_sites_page(caller, said):
    named = {name: value and value.format(host=caller.host, port=caller.server.port) for name, value in said.items()}
    answer, _ = caller.open(**named)
    assert answer.status == 403
    form = "tab=x&revision=0&path=/yhealth/caller/dashboard&do=insights"
    answer, _ = caller.ask(
        "/yhealth/caller/-/do", "POST", form, cookie=caller.cookie,
        **{"content_type": "application/x-www-form-urlencoded", **named})  # fmt: skip
    assert answer.status == 403


@pytest.mark.parametrize(
    "said",
    [
        {"origin": "http://evil.example"}, {"origin": None}, {"origin": "null"}, {"origin": None, "sec_fetch_site": "cross-site"},
    ], ids=str,
)  # fmt: skip
def test_no_other_page_opens_the_line(caller, said):
    answer, _ = caller.ask("/yhealth/caller/-/live?tab=&revision=-1", cookie=caller.cookie, **UPGRADE, **said)
    assert answer.status == 403
    answer, _ = caller.ask("/yhealth/caller/-/live?tab=&revision=-1", cookie=caller.cookie, **UPGRADE, origin=caller.origin)
    assert answer.status == 101


@pytest.mark.parametrize("destination", ["iframe", "script", "image", "empty", "embed", "object"])
def test_another_page_may_lead_here_and_not_take_anything_in(caller, destination):
    said = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate" if destination == "iframe" else "no-cors", "sec_fetch_dest": destination}
    for path in ("/", "/yhealth/caller/dashboard", "/yhealth/caller/-/events?tab=&revision=-1"):
        answer, _ = caller.ask(path, cookie=caller.cookie, **said)
        assert answer.status == 403, path
    answer, _ = caller.ask("/", sec_fetch_site="cross-site", sec_fetch_mode="navigate", sec_fetch_dest="document")
    assert answer.status == 200


def test_what_is_sent_is_bounded(caller):
    for size, status in ((100, 415), (1 << 20, 413)):
        answer, _ = caller.ask("/yhealth/caller/-/do", "POST", "x" * size, cookie=caller.cookie, origin=caller.origin)
        assert answer.status == status
    answer, _ = caller.ask("/" + "a" * 100_000)
    assert answer.status in (400, 414, 431)
    assert caller.ask("/")[0].status == 200


def test_only_reading_and_forms_are_understood(caller):
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        answer, _ = caller.ask("/", method, origin=caller.origin)
        assert answer.status in (405, 501), method


def test_the_cookie_is_for_the_server_alone(caller):
    answer, _ = caller.ask("/")
    parts = [part.strip().lower() for part in answer.headers["set-cookie"].split(";")]
    assert "httponly" in parts and "samesite=lax" in parts and "path=/" in parts
    assert not any(part.startswith("domain") for part in parts)


@pytest.mark.parametrize("cookie", ["{name}=made-up.made-up", "{name}=", "{name}={value}x", "{name}=x{value}"])
def test_a_cookie_that_was_made_up_opens_nobodys_tab(caller, cookie):
    name, value = caller.cookie.split("=", 1)
    _, text = caller.ask("/yhealth/caller/dashboard", cookie=caller.cookie)
    _, text = caller.ask(caller.ask("/yhealth/caller/", cookie=caller.cookie)[0].headers["location"], cookie=caller.cookie)
    tab = re.search(r'data-tab="([^"]+)"', text)[1]
    said = '{"n":1,"r":0,"do":"open","with":{"route":"/insights"}}'
    answer, _ = caller.ask(
        f"/yhealth/caller/-/do?tab={tab}", "POST", said, cookie=cookie.format(name=name, value=value),
        content_type="application/json", origin=caller.origin)  # fmt: skip
    assert answer.status == 410
    answer, _ = caller.ask(
        f"/yhealth/caller/-/do?tab={tab}", "POST", said, cookie=caller.cookie, content_type="application/json", origin=caller.origin)
    assert answer.status == 204


@pytest.mark.parametrize("path", ["/?pass=", "/?pass=guess", "/?pass=guess.guess"])
def test_a_pass_that_was_guessed_lets_nobody_in(caller, path):
    answer, text = caller.ask(path)
    assert answer.status == 401 and "set-cookie" not in answer.headers
    assert "Only the user who started this server has access" in text


def test_the_address_with_the_pass_lets_in_and_is_forgotten(caller):
    path = "/" + caller.server.address_with_pass.split("/", 3)[3]
    answer, _ = caller.ask(path)
    assert answer.status == 303 and "set-cookie" in answer.headers
    assert "pass" not in answer.headers["location"]


class Scripts(HTMLParser):
    """Collects everything in a page that could execute, change its style or load a resource."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.inside = None

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.inside = tag
        if tag == "style" or tag == "script" and "src" not in given or tag in ("iframe", "object", "embed", "base"):
            self.found.append(tag)
        for name, value in given.items():
            if name.startswith("on") or name in ("style", "srcdoc"):
                self.found.append(f"{tag} {name}")
            # A telephone number loads nothing, and is called by the device after a question.
            if (tag, name) == ("a", "href") and re.fullmatch(r"tel:\+?[0-9]+", value or ""):
                continue
            if name in ("src", "href", "action", "formaction", "xlink:href") and not re.match(r"^(/(?!/)|#|$|\?)", value or ""):
                self.found.append(f"{tag} {name}={value}")


@pytest.mark.parametrize("address", ["javascript:broken=1", "tel:1?x=javascript:1", "TEL:javascript:1", "//evil.example", "https://evil.example"])
def test_an_address_that_leads_elsewhere_is_found(address):
    scripts = Scripts()
    scripts.feed(f'<a href="{address}">there</a><a href="tel:+49116123">call</a><img src="tel:1">')
    assert scripts.found == [f"a href={address}", "img src=tel:1"]


@pytest.mark.parametrize("product", part(PRODUCTS, 2, 1))
def test_no_page_has_a_script_or_a_style_of_its_own(caller, product):
    caller.ask(
        "/open", "POST", f"product={product}&profile=caller", content_type="application/x-www-form-urlencoded",
        origin=caller.origin, cookie=caller.cookie)  # fmt: skip
    pages = ["/", "/-/gone", "/nothing/here", *(f"/{product}/caller{route}" for route in routes(product))]
    for path in pages:
        answer, text = caller.ask(path, cookie=caller.cookie)
        if answer.status == 303:
            answer, text = caller.ask(answer.headers["location"], cookie=caller.cookie)
        assert text.startswith("<!doctype html>"), path
        scripts = Scripts()
        scripts.feed(text)
        assert scripts.found == [], (path, scripts.found)


def test_every_page_says_what_it_may_load(caller):
    for path in ("/", "/yhealth/caller/dashboard", "/nothing/here", "/-/gone"):
        answer, _ = caller.ask(path, cookie=caller.cookie)
        if answer.status == 303:
            answer, _ = caller.ask(answer.headers["location"], cookie=caller.cookie)
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'" and policy["style-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'" and policy["form-action"] == "'self'" and policy["base-uri"] == "'none'"
        assert "unsafe" not in str(policy) and "*" not in str(policy)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] in ("same-origin", "no-referrer")
        if path != "/-/gone":
            assert answer.headers["cache-control"] == "no-store"


def test_what_a_person_types_stays_words(visits, profile):
    """Covers every path of text into a page: as text, as a value, in an update, and in a whole document."""
    page = visits.page("yhealth", "/search", profile)
    page.evaluate("window.broken = 0")
    words = "<img src=x onerror=window.broken=1><script>window.broken=1</script>\"'><b id=bold>&amp;"
    field = page.get_by_role("searchbox")
    field.fill(words)
    settled(page)
    page.get_by_text(f"No screen is called “{words}”.").first.wait_for()
    page.reload()
    settled(page)
    assert field.input_value() == words
    assert page.locator("#bold").count() == 0 and page.locator("img").count() == 0
    assert page.evaluate("window.broken") in (None, 0)


PAGE_OF_ANOTHER = """<!doctype html><title>Another</title>
<iframe id=frame src="{target}yhealth/{profile}/dashboard"></iframe>
<form id=form method=post action="{target}open" target=hole><input name=product value=yhealth><input name=profile value=stolen></form>
<iframe name=hole></iframe>
"""


@pytest.fixture
def another_site():
    """A page of another origin on this machine, served on another port."""
    pages = {}

    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = pages.get("page", "").encode()
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield pages, server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_page_of_another_site_gets_nothing_and_does_nothing(visits, server, profile, another_site, name):
    visits.allow("")  # The browser logs every refused attempt, in varying words.
    pages, port = another_site
    mine = visits.page("yhealth", "/dashboard", profile)
    page = mine.context.new_page()
    pages["page"] = PAGE_OF_ANOTHER.format(target=server.address, profile=profile)
    page.goto(f"http://{name}:{port}/")
    target = f"{server.address}yhealth/{profile}"
    answers = []
    page.on("response", lambda answer: answers.append((answer.status, answer.url)))
    tried = page.evaluate(
        """async (target) => {
            const attempt = async (path, options) => {
              try { const answer = await fetch(target + path, { credentials: "include", ...options }); return answer.type === "opaque" ? "opaque" : `${answer.status}`; }
              catch { return "refused"; }
            };
            const socket = await new Promise((done) => {
              const line = new WebSocket(target.replace("http", "ws") + "/-/live?tab=&revision=-1&path=");
              line.onopen = () => done("open");
              line.onerror = () => done("refused");
            });
            const events = await new Promise((done) => {
              const line = new EventSource(target + "/-/events?tab=&revision=-1", { withCredentials: true });
              line.onopen = () => done("open");
              line.onerror = () => { line.close(); done("refused"); };
            });
            const script = await new Promise((done) => {
              const node = document.createElement("script");
              node.src = new URL("/-/face.js", target).href;
              node.onload = () => done("loaded");
              node.onerror = () => done("refused");
              document.body.append(node);
            });
            return {
              read: await attempt("/dashboard"), post: await attempt("/-/do?tab=x", { method: "POST", body: "{}" }),
              json: await attempt("/-/do?tab=x", { method: "POST", body: "{}", headers: { "content-type": "application/json" } }),
              blind: await attempt("/dashboard", { mode: "no-cors" }) === "opaque" ? "refused" : "", socket, events, script,
            };
        }""", target)  # fmt: skip
    assert set(tried.values()) == {"refused"}, tried
    # The foreign script cannot distinguish an unreadable response from a refusal; the statuses here can.
    ours = [(status, url) for status, url in answers if url.startswith(server.address)]
    assert ours and all(status == 403 for status, _ in ours), ours
    framed = page.frame_locator("#frame").locator("main")
    assert framed.count() == 0
    with page.expect_response(lambda answer: answer.url == f"{server.address}open") as sent:
        page.evaluate("document.getElementById('form').submit()")
    assert sent.value.status == 403
    go(mine, "/profile")
    front = mine.context.new_page()
    front.goto(server.address)
    assert "stolen" not in front.locator("main").inner_text()


def test_a_link_on_another_page_opens_ours_and_leaves_it_no_hold_on_it(visits, server, profile, another_site):
    pages, port = another_site
    visits.allow("favicon|404")
    mine = visits.page("yhealth", "/dashboard", profile)
    page = mine.context.new_page()
    pages["page"] = f'<!doctype html><title>Another</title><a target=_blank rel=opener href="{server.address}yhealth/{profile}/insights">there</a>'
    page.goto(f"http://localhost:{port}/")
    with page.context.expect_page() as opened:
        page.get_by_role("link").click()
    settled(opened.value)
    assert opened.value.locator("h1").inner_text() == "Insights"
    assert opened.value.evaluate("window.opener") is None
