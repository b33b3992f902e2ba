import type { McpUiHostContext, McpUiInitializeResult } from "@modelcontextprotocol/ext-apps";

/** The revision of the MCP Apps specification that this page implements. */
const REVISION = "2026-01-26";

interface Message {
  jsonrpc: "2.0";
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message: string };
}

/** The result of a tool. */
export interface ToolResult {
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
  content?: { type: string; text?: string }[];
}

/** Handlers for messages of the host. */
export interface HostEvents {
  context(context: McpUiHostContext): void;
  result(result: ToolResult): void;
  cancelled(): void;
}

/**
 * The connection to the client that shows this page: JSON-RPC messages between the frames. The package's own
 * class for it is twice as large as a page may be.
 */
export class HostLink {
  readonly #events: HostEvents;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #lastId = 0;
  #canCallTools = false;

  constructor(events: HostEvents) {
    this.#events = events;
    window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
      if (source === window.parent && isMessage(data)) this.#receive(data);
    });
  }

  /** Initializes the connection. The host then sends the result of the tool call. */
  async connect(): Promise<void> {
    const greeted = (await this.#ask("ui/initialize", {
      appInfo: { name: "tradecraft-evidence", version: "1.0.0" },
      appCapabilities: {},
      protocolVersion: REVISION,
    })) as McpUiInitializeResult;
    this.#canCallTools = greeted.hostCapabilities.serverTools !== undefined;
    this.#events.context(greeted.hostContext);
    this.#send({ jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} });
  }

  /** Calls a tool of the server through the host. Returns null if the host does not allow it. */
  async callTool(name: string, args: Record<string, unknown>): Promise<ToolResult | null> {
    if (!this.#canCallTools) return null;
    return (await this.#ask("tools/call", { name, arguments: args })) as ToolResult;
  }

  /** Reports the height of the page to the host. */
  resize(height: number): void {
    const params = { height };
    this.#send({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params });
  }

  async #ask(method: string, params: Record<string, unknown>): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = await new Promise<Message>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
    if (answer.error !== undefined) throw new Error(answer.error.message);
    return answer.result;
  }

  #receive(message: Message): void {
    const { id, method, params = {} } = message;
    if (method === undefined) {
      const answered = this.#waiting.get(Number(id));
      this.#waiting.delete(Number(id));
      answered?.(message);
    } else if (id !== undefined) {
      // Before it removes the page, the host waits for a response.
      this.#send({ jsonrpc: "2.0", id, ...answerTo(method) });
    } else if (method === "ui/notifications/tool-result") {
      this.#events.result(params);
    } else if (method === "ui/notifications/host-context-changed") {
      this.#events.context(params);
    } else if (method === "ui/notifications/tool-cancelled") {
      this.#events.cancelled();
    }
  }

  /** Sends a message. The page cannot know the origin of its host, so it sends nothing confidential. */
  #send(message: object): void {
    window.parent.postMessage(message, "*");
  }
}

function answerTo(method: string): object {
  return method === "ping" || method === "ui/resource-teardown"
    ? { result: {} }
    : { error: { code: -32_601, message: "Method not found" } };
}

function isMessage(data: unknown): data is Message {
  return typeof data === "object" && data !== null && "jsonrpc" in data && data.jsonrpc === "2.0";
}
