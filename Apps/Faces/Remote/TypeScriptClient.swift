internal import JSON
internal import Kernel
public import Shell

/// A client of the protocol in TypeScript, generated from the OpenRPC document: its types, and a class that matches
/// answers to requests and puts frames together from patches.
public enum TypeScriptClient {
  public static func source(of products: [Product]) -> String { source(from: OpenRPC.document(of: products)) }

  static func source(from document: JSON) -> String {
    let schemas = (document["components"]?["schemas"]?.object ?? [:]).sorted { $0.key < $1.key }
    let methods = (document["methods"]?.array ?? []).map { "  \(quoted($0["name"])): \(method($0));" }
    let notifications = (document["x-notifications"]?.array ?? []).map {
      "  \(quoted($0["name"])): \(type(of: $0["schema"] ?? .null));"
    }
    return """
      // The JSON-RPC protocol of Troupe \(Troupe.version). `troupe rpc --typescript` wrote this.

      \(schemas.map { "export type \($0) = \(type(of: $1));" }.joined(separator: "\n\n"))

      export interface Methods {
      \(methods.joined(separator: "\n"))
      }

      export interface Notifications {
      \(notifications.joined(separator: "\n"))
      }

      \(runtime)

      """
  }

  private static func method(_ method: JSON) -> String {
    let params = (method["params"]?.array ?? []).map { param in
      let isRequired = param["required"]?.bool ?? false
      return "\(quoted(param["name"]))\(isRequired ? "" : "?"): \(type(of: param["schema"] ?? .null))"
    }
    return
      "{ params: { \(params.joined(separator: "; ")) }; result: \(type(of: method["result"]?["schema"] ?? .null)) }"
  }

  /// The TypeScript type of the values that a JSON schema describes.
  static func type(of schema: JSON) -> String {
    if let reference = schema["$ref"]?.string {
      return reference.split(separator: "/").last.map(String.init) ?? "unknown"
    }
    if let words = schema["enum"]?.array { return words.map { quoted($0) }.joined(separator: " | ") }
    if let choices = (schema["anyOf"] ?? schema["oneOf"])?.array { return choices.map(type).joined(separator: " | ") }
    if let kinds = schema["type"]?.array {
      return kinds.map { type(named: $0.string ?? "", schema) }.joined(separator: " | ")
    }
    return type(named: schema["type"]?.string ?? "", schema)
  }

  private static func type(named kind: String, _ schema: JSON) -> String {
    switch kind {
    case "string", "boolean", "null": kind
    case "number", "integer": "number"
    case "array": "Array<\(schema["items"].map(type) ?? "unknown")>"
    case "object": object(schema)
    default: "unknown"
    }
  }

  private static func object(_ schema: JSON) -> String {
    guard let properties = schema["properties"]?.object else { return "{ [name: string]: unknown }" }
    let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
    let members = properties.sorted { $0.key < $1.key }.map { name, schema in
      "\(quoted(.string(name)))\(required.contains(name) ? "" : "?"): \(type(of: schema))"
    }
    return "{ \(members.joined(separator: "; ")) }"
  }

  private static func quoted(_ value: JSON?) -> String { MessageEncoding.text(value ?? .null) }

  private static let runtime = #"""
    export interface Failure { code: number; message: string; data?: Problem }

    type Pending = { take: (result: unknown) => void; fail: (failure: Failure) => void };

    /** Returns the frame after a patch, or a whole frame as it is. Throws when the patch belongs to another frame. */
    export function applied(patch: FramePatch, before?: Frame): Frame {
      if (patch.frame) return patch.frame;
      if (!before) throw new Error("A patch came before the first frame.");
      const group = (id: string, children: Array<Node>): Node =>
        ({ id, role: "group", label: "", state: {}, actions: [], children });
      const root: Node = JSON.parse(JSON.stringify(group("frame", [
        group("frame-chrome", before.chrome), group("frame-main", before.nodes), group("frame-toasts", before.toasts),
        group("frame-dialog", before.dialog ? [before.dialog] : []),
      ])));
      const find = (node: Node, id: string): Node | undefined =>
        node.id === id ? node : node.children.map(child => find(child, id)).find(found => found !== undefined);
      const parent = (node: Node, id: string): Node | undefined =>
        node.children.some(child => child.id === id)
          ? node : node.children.map(child => parent(child, id)).find(found => found !== undefined);
      const needed = (node: Node | undefined): Node => {
        if (!node) throw new Error("The patch belongs to another frame.");
        return node;
      };
      const take = (id: string): Node => {
        const holder = needed(parent(root, id));
        return holder.children.splice(holder.children.findIndex(child => child.id === id), 1)[0];
      };
      const put = (node: Node, into: string, next?: string): void => {
        const holder = needed(find(root, into));
        const at = next === undefined ? holder.children.length : holder.children.findIndex(child => child.id === next);
        if (at < 0) throw new Error("The patch belongs to another frame.");
        holder.children.splice(at, 0, node);
      };
      for (const change of patch.changes ?? []) {
        if (change.change === "update") {
          const node = needed(change.node);
          const old = needed(find(root, node.id));
          const children = old.children;
          for (const name of Object.keys(old)) delete (old as unknown as { [name: string]: unknown })[name];
          Object.assign(old, node, { children });
        } else if (change.change === "insert") {
          put(needed(change.node), change.parent ?? "", change.before);
        } else if (change.change === "remove") {
          take(change.id ?? "");
        } else {
          put(take(change.id ?? ""), change.parent ?? "", change.before);
        }
      }
      const [chrome, main, toasts, dialog] = root.children;
      const frame: Frame = {
        ...before, ...patch.members, chrome: chrome.children, nodes: main.children, toasts: toasts.children,
      };
      delete frame.dialog;
      if (dialog.children.length > 0) frame.dialog = dialog.children[0];
      return frame;
    }

    /** Speaks the protocol over any way to send and receive lines. */
    export class Troupe {
      /** The newest frame, whole in either form. */
      frame?: Frame;
      private given = 0;
      private readonly pending = new Map<number, Pending>();
      private readonly listeners = new Map<string, Array<(params: never) => void>>();

      constructor(private readonly send: (line: string) => void) {}

      call<Name extends keyof Methods>(
        method: Name, params: Methods[Name]["params"],
      ): Promise<Exclude<Methods[Name]["result"], FramePatch>> {
        this.given += 1;
        const id = this.given;
        return new Promise((resolve, reject) => {
          this.pending.set(id, { take: result => resolve(result as Exclude<Methods[Name]["result"], FramePatch>), fail: reject });
          this.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
        });
      }

      on<Name extends keyof Notifications>(
        name: Name, listener: (params: Exclude<Notifications[Name], FramePatch>) => void,
      ): void {
        this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener as (params: never) => void]);
      }

      /** Takes one line that came. */
      receive(line: string): void {
        const message = JSON.parse(line) as {
          id?: number; method?: string; params?: unknown; result?: unknown; error?: Failure;
        };
        if (message.method !== undefined) {
          const params = message.method === "frame" ? this.shown(message.params) : message.params;
          for (const listener of this.listeners.get(message.method) ?? []) listener(params as never);
          return;
        }
        const result = message.error ? undefined : this.shown(message.result);
        const pending = this.pending.get(message.id ?? 0);
        this.pending.delete(message.id ?? 0);
        if (message.error) pending?.fail(message.error); else pending?.take(result);
      }

      /** Puts a frame together; returns anything else as it is. */
      private shown(value: unknown): unknown {
        if (typeof value !== "object" || value === null) return value;
        if ("revision" in value) this.frame = applied(value as FramePatch, this.frame);
        else if ("chrome" in value && "nodes" in value) this.frame = value as Frame;
        else return value;
        return this.frame;
      }
    }
    """#
}
