import { beforeAll, describe, expect, it } from "vitest";
import { loadSeed } from "../../../src/knowledge/attack/load-seed.ts";
import { requestJson, testServices } from "../../support/service.ts";
import { ask, callTool, ERAS, exchange, useTool } from "../../support/mcp.ts";

interface Listed {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  annotations: Record<string, unknown>;
}

const REPORT =
  "The attackers sent spearphishing emails with a malicious attachment. The loader ran an encoded PowerShell command to download the next stage from 185.220.101.4. It created a scheduled task named Updater for persistence.";

beforeAll(async () => await loadSeed(testServices(), async () => undefined));

interface Session {
  session_id: string;
  total: number;
  next_cursor: string | null;
  techniques: {
    attack_id: string;
    evidence: string;
    evidence_start: number;
    evidence_end: number;
  }[];
}

async function analyze(text = REPORT, more: object = {}): Promise<Session> {
  return await useTool<Session>("analyze_text", { text, ...more });
}

describe.each(ERAS)("a client of %s", (era) => {
  it("lists tools with schemas and hints, and reads nothing that changes", async () => {
    const { result } = await ask("tools/list", {}, { era });
    const tools = result?.["tools"] as Listed[];
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
    for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(inputSchema["additionalProperties"]).toBe(false);
      expect(outputSchema["type"]).toBe("object");
      expect(description).toMatch(/^[A-Z].*\.$/);
      const isWriting = WRITING.has(name);
      expect(annotations).toMatchObject({ readOnlyHint: !isWriting, destructiveHint: false });
      expect(annotations["openWorldHint"]).toBe(name === "analyze_url");
    }
  });

  it("analyzes a text, reads the session and sees the evidence", async () => {
    const { session_id: id, total } = await useTool<Session>(
      "analyze_text",
      { text: REPORT },
      { era },
    );
    expect(total).toBeGreaterThan(1);
    const read = await useTool<Session>("read_session", { session_id: id, limit: 1 }, { era });
    expect(read.techniques).toHaveLength(1);
    expect(read.next_cursor).not.toBeNull();
    const next = await useTool<Session>(
      "read_session",
      { session_id: id, limit: 100, cursor: read.next_cursor },
      { era },
    );
    expect(next.techniques).toHaveLength(total - 1);
    for (const one of [...read.techniques, ...next.techniques]) {
      expect(REPORT.slice(one.evidence_start, one.evidence_end)).toBe(one.evidence);
    }
  });

  it("hears of the progress of an analysis", async () => {
    const messages = await exchange(
      "tools/call",
      { name: "analyze_text", arguments: { text: REPORT }, _meta: { progressToken: "p" } },
      { era },
    );
    const told = messages.filter(({ method }) => method === "notifications/progress");
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]?.params).toMatchObject({ progressToken: "p", progress: 1 });
    expect(messages.at(-1)?.result).toBeDefined();
  });

  it("pages through resources and reads each kind", async () => {
    await analyze();
    const { result } = await ask("resources/list", {}, { era });
    const resources = result?.["resources"] as { uri: string }[];
    const uris = resources.map(({ uri }) => uri);
    expect(uris[0]).toBe("ui://tradecraft/evidence.html");
    expect(uris).toContain("tradecraft://releases/enterprise-attack/19.1");
    const session = uris.find((uri) => uri.startsWith("tradecraft://sessions/"));
    for (const uri of [uris[1], session, `${session}/text`]) {
      const read = await ask("resources/read", { uri }, { era });
      expect(read.result?.["contents"]).toMatchObject([{ uri }]);
    }
    const templates = await ask("resources/templates/list", {}, { era });
    expect(templates.result?.["resourceTemplates"]).toHaveLength(4);
  });
});

const WRITING = new Set([
  "analyze_text",
  "analyze_file",
  "analyze_url",
  "draft_rule",
  "propose_review_change",
]);
const TOOL_NAMES = [
  "analyze_text",
  "analyze_file",
  "analyze_url",
  "list_sessions",
  "read_session",
  "show_evidence",
  "read_session_text",
  "verify_claim",
  "search_techniques",
  "search_groups",
  "search_software",
  "compare_techniques",
  "get_detection",
  "get_coverage",
  "search_intake",
  "search_observables",
  "draft_rule",
  "validate_rule",
  "test_rule",
  "propose_review_change",
];

describe("the tools", () => {
  it("take a file in base64 or as a resource", async () => {
    const content_base64 = btoa(REPORT);
    const sent = await useTool<Session>("analyze_file", { filename: "report.txt", content_base64 });
    const resource = { uri: "file:///reports/report.txt", text: REPORT };
    const same = await useTool<Session>("analyze_file", { resource });
    expect(same.total).toBe(sent.total);
    const none = await callTool("analyze_file", { filename: "report.txt" });
    expect(none).toMatchObject({ isError: true });
    const broken = await callTool("analyze_file", { filename: "a.txt", content_base64: "%%%" });
    expect(broken.content[0]?.text).toMatch(/must be base64/);
  });

  it("repeat an analysis with the same key once", async () => {
    const first = await analyze(REPORT, { idempotency_key: "key-1" });
    const again = await analyze(REPORT, { idempotency_key: "key-1" });
    expect(again.session_id).toBe(first.session_id);
  });

  it("verify a claim and name its neighbors", async () => {
    const passage = "The loader ran an encoded PowerShell command to download the next stage.";
    const yes = await useTool<{ neighbors: { attack_id: string }[] }>("verify_claim", {
      passage,
      attack_id: "T1059.001",
    });
    expect(yes).toMatchObject({
      attack_id: "T1059.001",
      verdict: "supported",
      printed: "PowerShell",
    });
    const { neighbors } = yes;
    expect(neighbors.length).toBeGreaterThan(2);
    expect(neighbors.map(({ attack_id: id }) => id)).not.toContain("T1059.001");
    const no = await useTool("verify_claim", { passage, attack_id: "T1055.012" });
    expect(no).toMatchObject({ verdict: "not_supported", confidence: null });
    const none = await callTool("verify_claim", { passage, attack_id: "T9999" });
    expect(none).toMatchObject({ isError: true });
  });

  it("search techniques, groups and software in pages", async () => {
    const page = await useTool("search_techniques", { search: "PowerShell", limit: 1 });
    expect(page).toMatchObject({ techniques: [{ attack_id: expect.stringMatching(/^T/) }] });
    expect(await useTool("search_groups", {})).toHaveProperty("groups");
    expect(await useTool("search_software", {})).toHaveProperty("software");
    const first = await useTool<{ next_cursor: string; techniques: object[] }>(
      "search_techniques",
      { limit: 2 },
    );
    const cursor = first.next_cursor;
    const second = await useTool("search_techniques", { limit: 2, cursor });
    expect(second["techniques"]).not.toEqual(first.techniques);
  });

  it("compare a set, and tell detection and coverage", async () => {
    const technique_ids = ["T1059.001", "T1566.001", "T9999"];
    const compared = await useTool("compare_techniques", { technique_ids });
    expect(compared).toMatchObject({ ignored: ["T9999"] });
    expect(await useTool("get_detection", { attack_id: "T1059.001" })).toMatchObject({
      name: "PowerShell",
    });
    const { session_id } = await analyze();
    const covered = await useTool("get_coverage", { session_id });
    expect(covered).toHaveProperty("summary.blind");
  });

  it("search what was collected", async () => {
    await requestJson("/api/pipeline/intake", {
      method: "POST",
      body: JSON.stringify({ title: "A campaign against banks", summary: "Phishing." }),
    });
    const intake = await useTool("search_intake", { query: "banks" });
    expect(intake).toMatchObject({ total: 1, reports: [{ title: "A campaign against banks" }] });
    const { session_id } = await analyze();
    const found = await useTool("search_observables", { session_id });
    expect(found).toMatchObject({ observables: [{ value: "185.220.101.4" }] });
  });

  it("draft, validate and test a rule", async () => {
    const order = { title: "PowerShell", technique_id: "T1059.001", language: "sigma" };
    const draft = await useTool<{ content: string }>("draft_rule", order);
    expect(draft).toMatchObject({ state: "draft", valid: true });
    const { content } = draft;
    expect(content).toContain("REPLACE_WITH_BEHAVIOR");
    const broken = await useTool("validate_rule", { language: "kql", content: ")))" });
    expect(broken).toMatchObject({ valid: false });
    const ready = content.replaceAll("REPLACE_WITH_BEHAVIOR", "-enc");
    const events = [
      { EventID: 1, CommandLine: "powershell -enc AAAA", Image: "powershell.exe" },
      {},
    ];
    const tested = await useTool("test_rule", { content: ready, events });
    expect(tested).toMatchObject({ events: 2 });
  });

  it("propose a change as a comment, and change nothing", async () => {
    const { session_id, techniques } = await analyze();
    const attack_id = techniques[0]?.attack_id;
    const proposal = { session_id, change: "reject", attack_id, reason: "Not shown." };
    const made = await useTool("propose_review_change", proposal);
    expect(made).toMatchObject({ attack_id, text: expect.stringContaining("Proposal") });
    const { body } = await requestJson<Session>(`/api/analyze/${session_id}`);
    expect(body.techniques.map((one) => (one as { review_status?: string }).review_status)).toEqual(
      body.techniques.map(() => "suggested"),
    );
    const add = { session_id, change: "add", attack_id: "T1027", reason: "Encoded." };
    expect(await useTool("propose_review_change", add)).toMatchObject({ attack_id: null });
    const odd = { ...proposal, replace_with: "T1027" };
    expect(await callTool("propose_review_change", odd)).toMatchObject({ isError: true });
  });
});
