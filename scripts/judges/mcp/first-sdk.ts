import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { REPORT } from "./report.ts";

interface ToolResult {
  structuredContent: { session_id: string };
}
interface FirstClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<unknown>;
  callTool(call: object): Promise<ToolResult>;
  listResources(): Promise<unknown>;
  readResource(params: object): Promise<unknown>;
  close(): Promise<void>;
}

/** Lets the official client of the first SDK, which speaks 2025-11-25, do what an assistant does. */
export async function useFirstSdk(folder: string, url: string): Promise<void> {
  const sdk = join(folder, "node_modules/@modelcontextprotocol/sdk/dist/esm/client");
  const load = async (file: string) => (await import(pathToFileURL(join(sdk, file)).href)) as never;
  const { Client } = (await load("index.js")) as { Client: new (info: object) => FirstClient };
  const { StreamableHTTPClientTransport: Transport } = (await load("streamableHttp.js")) as {
    StreamableHTTPClientTransport: new (url: URL) => unknown;
  };
  const client = new Client({ name: "first-sdk", version: "1.0.0" });
  await client.connect(new Transport(new URL(url)));
  await client.listTools();
  const made = await client.callTool({ name: "analyze_text", arguments: { text: REPORT } });
  const { session_id: id } = made.structuredContent;
  await client.callTool({ name: "read_session", arguments: { session_id: id, limit: 1 } });
  await client.callTool({ name: "read_session", arguments: { session_id: "nothing" } });
  await client.readResource({ uri: `tradecraft://sessions/${id}/text` });
  await client.close();
}
