// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Outside",
  dependencies: [.package(name: "Troupe", path: "../..")],
  targets: [
    .executableTarget(
      name: "Outside",
      dependencies: [.product(name: "Troupe", package: "Troupe"), .product(name: "YHealth", package: "Troupe")])
  ]
)
