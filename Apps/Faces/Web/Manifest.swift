internal import Interface
internal import JSON
internal import Plot
internal import Shell

extension Product {
  /// The web app manifest, with which a browser installs the product as an app.
  var manifest: String {
    let icon = "/-/icon/\(theme.id).svg"
    let manifest: JSON = [
      "name": .string(name), "short_name": .string(name), "description": .string(tagline),
      "id": .string("/\(id)/"), "start_url": .string("/\(id)/"), "scope": .string("/\(id)/"), "display": "standalone",
      "background_color": .string(theme.light.ground.hex), "theme_color": .string(theme.light.accent.hex),
      "icons": [
        ["src": .string(icon), "sizes": "any", "type": "image/svg+xml", "purpose": "any"],
        ["src": .string(icon), "sizes": "any", "type": "image/svg+xml", "purpose": "maskable"],
      ],
    ]
    return (try? JSON.text(manifest)) ?? "{}"
  }
}
