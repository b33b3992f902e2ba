import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";
import { waitFor } from "../support/node/machine.ts";

const REPORT =
  "The attackers sent spearphishing emails with a malicious attachment. The loader ran an encoded PowerShell command and created a scheduled task for persistence.";

const folder = preparedFolder();
let service: RunningService;
beforeAll(async () => {
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

async function connect(mode: "auto" | "legacy"): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  return client;
}

interface Session {
  session_id: string;
  techniques: { attack_id: string }[];
}

describe.each([
  ["auto", "2026-07-28"],
  ["legacy", "2025-11-25"],
] as const)("the official client, %s", (mode, revision) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(mode);
  });
  afterAll(async () => {
    await client.close();
  });

  it("speaks the revision, lists tools and reads the instructions", async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getInstructions()).toMatch(/untrusted data/);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("verify_claim");
  });

  it("analyzes a report with progress and reads what came of it", async () => {
    const told: number[] = [];
    const result = await client.callTool(
      { name: "analyze_text", arguments: { text: REPORT } },
      { onprogress: ({ progress }) => told.push(progress) },
    );
    expect(result.isError).not.toBe(true);
    expect(told.length).toBeGreaterThan(0);
    const { session_id: id } = result.structuredContent as Session;
    const read = await client.callTool({ name: "read_session", arguments: { session_id: id } });
    const { techniques } = read.structuredContent as Session;
    expect(techniques.map(({ attack_id }) => attack_id)).toContain("T1059.001");
    const { contents } = await client.readResource({ uri: `tradecraft://sessions/${id}/text` });
    expect(contents[0]).toMatchObject({ text: REPORT });
  });

  it("fetches the page of the MCP App, which names no address", async () => {
    const { contents } = await client.readResource({ uri: "ui://tradecraft/evidence.html" });
    const [page] = contents as { text: string; mimeType: string; _meta: object }[];
    expect(page?.mimeType).toBe("text/html;profile=mcp-app");
    expect(page?.text.length).toBeLessThan(300_000);
    expect(page?.text).toContain("default-src 'none'");
    expect(page?.text).not.toMatch(/https?:/);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "show_evidence")).toMatchObject({
      _meta: { ui: { resourceUri: "ui://tradecraft/evidence.html" } },
    });
  });

  it("lists everything in pages", async () => {
    const { resources } = await client.listResources();
    expect(new Set(resources.map(({ uri }) => uri)).size).toBe(resources.length);
    expect(resources.length).toBeGreaterThan(2);
  });
});

describe("a client that goes away", () => {
  it("fails its analysis, with the reason, and nothing else", async () => {
    const client = await connect("auto");
    const gone = new AbortController();
    const text = Array.from({ length: 4_000 }, (_, at) => `${REPORT} Stage ${at}.`).join("\n");
    const call = client.callTool(
      { name: "analyze_text", arguments: { text, name: "Left alone" } },
      { signal: gone.signal, onprogress: () => gone.abort(), timeout: 120_000 },
    );
    await expect(call).rejects.toThrow(/abort/i);
    const failed = async () => {
      const response = await fetch(`${service.url}/api/analyze/sessions?status=failed`);
      const [session] = (await response.json()) as { name: string; error: string }[];
      return session?.name === "Left alone" ? session.error : null;
    };
    const reason = await waitFor("the session to fail", failed);
    expect(reason).toMatch(/\w/);
    await client.close();
    expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
  });
});
