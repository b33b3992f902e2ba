import { SHIPPED } from "../support/shipped.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AiBehaviour, type AiKind, AiStandIn, answer } from "../support/node/ai-stand-in.ts";
import { eventsOf, type StreamedEvent } from "../support/events.ts";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";

const KINDS: AiKind[] = ["anthropic", "openai", "google", "openai_compatible", "ollama"];
const REPORT =
  "In May the actor used PowerShell to download a loader. Later it dumped LSASS memory on two hosts. APT29 is suspected.";
const POWERSHELL = {
  attack_id: "T1059.001",
  confidence: 0.9,
  evidence: "the actor used PowerShell to download a loader",
};
const GOOD = answer([POWERSHELL], { groups: ["Turla", "Nobody"] });

const ai = new AiStandIn();
const folder = preparedFolder();
let service: RunningService;
let logged = "";

/** The settings that bind a slot to a kind on the stand-in. */
function bind(slot: string, kind: AiKind, more: Record<string, string> = {}) {
  return {
    [`PROVIDER_${slot}_KIND`]: kind,
    [`PROVIDER_${slot}_MODEL`]: `${kind}-model`,
    [`PROVIDER_${slot}_BASE_URL`]: ai.baseUrl(kind),
    [`PROVIDER_${slot}_API_KEY`]: `key-of-${slot}`,
    [`PROVIDER_${slot}_TIMEOUT_MS`]: "3000",
    ...more,
  };
}

interface Outcome {
  status: number;
  body: Record<string, unknown> & { code?: string; session_id?: string; detail?: string };
  tokens: string;
  types: string[];
}

/** Analyses with a slot, plain or streamed; both end in a body. */
async function analyse(slot: string, stream: boolean, text = REPORT): Promise<Outcome> {
  const form = new FormData();
  form.set("provider", `provider_${slot}`);
  form.set("text", text);
  const path = stream ? "/api/analyze/stream" : "/api/analyze";
  const response = await fetch(`${service.url}${path}`, { method: "POST", body: form });
  if (!stream) {
    const body = (await response.json()) as Outcome["body"];
    return { status: response.status, body, tokens: "", types: [] };
  }
  const events = eventsOf(await response.text());
  const ends = events.filter(({ type }) => type === "result" || type === "error");
  expect(ends).toHaveLength(1);
  expect(events.at(-1)).toBe(ends[0]);
  const last: StreamedEvent = ends[0] ?? { type: "none" };
  const body = (last.type === "result" ? last["data"] : last) as Outcome["body"];
  const session = events.find(({ type }) => type === "session");
  return {
    status: last.type === "result" ? 200 : 0,
    body: { ...body, session_id: (session?.["session_id"] as string) ?? body.session_id },
    tokens: events
      .map((event) => (event.type === "token" ? String(event["content"]) : ""))
      .join(""),
    types: events.map(({ type }) => type),
  };
}

const sessionOf = async (id: string | undefined) => {
  const response = await fetch(`${service.url}/api/analyze/${id}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

beforeAll(async () => {
  await ai.listen();
});
afterAll(async () => {
  await service.stop();
  folder.remove();
  ai.close();
});
afterEach(() => {
  ai.asked.length = 0;
  ai.behave = () => ({ text: GOOD });
});

describe.each(KINDS)("%s", (kind) => {
  beforeAll(async () => {
    await service?.stop();
    service = await startService(folder.path, bind("B", kind));
    service.process.stderr?.on("data", (data: Buffer) => (logged += data.toString()));
    ai.behave = () => ({ text: GOOD });
  });

  it.each([false, true])("answers (streamed: %s), grounded and stored", async (stream) => {
    const { status, body, tokens } = await analyse("b", stream);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      provider: "provider_b",
      model: `${kind}-model`,
      status: "completed",
      summary: "The actor did things.",
      apt_hints: ["APT29"],
      coverage: { chars_total: REPORT.length, chars_analyzed: REPORT.length, chunks: 1 },
      techniques: [{ attack_id: "T1059.001", name: "PowerShell", verified: true, confidence: 0.9 }],
    });
    expect(tokens).toBe(stream ? GOOD : "");
    expect((await sessionOf(body.session_id)).body).toEqual(body);
    const [asked] = ai.asked;
    expect(asked).toMatchObject({ kind, isStream: stream });
    expect(asked?.key).toContain("key-of-B");
    expect(asked?.prompt).toContain(`${SHIPPED.domain}, version ${SHIPPED.version}`);
    expect(asked?.prompt).toContain("T1003.001 LSASS Memory");
    expect(asked?.prompt).toContain("the actor used PowerShell");
  });

  it("shows its kind and model in the health, never the key", async () => {
    const health = await (await fetch(`${service.url}/api/health`)).text();
    expect(JSON.parse(health)).toMatchObject({
      providers: [
        { id: "provider_a", kind: "embedded" },
        { id: "provider_b", kind, model: `${kind}-model`, configured: true },
        { id: "provider_c", kind: null, configured: false },
      ],
    });
    expect(health).not.toContain("key-of-B");
  });

  it("gives a second opinion on what another provider read", async () => {
    const { body } = await analyse("a", false);
    const response = await fetch(
      `${service.url}/api/analyze/sessions/${body.session_id}/second-opinion?provider=provider_b`,
      { method: "POST" },
    );
    expect(response.status).toBe(200);
    const opinion = (await response.json()) as { techniques: { attack_id: string }[] };
    expect(opinion).toMatchObject({ provider: "provider_b", model: `${kind}-model` });
    expect(opinion.techniques).toContainEqual(
      expect.objectContaining({ attack_id: "T1059.001", verdict: "both" }),
    );
    expect(opinion.techniques).toContainEqual(
      expect.objectContaining({ attack_id: "T1003.001", verdict: "first_only", second: null }),
    );
    expect((await sessionOf(body.session_id)).body).toEqual(body);
  });

  const failures: [string, AiBehaviour[], string, RegExp][] = [
    [
      "401",
      [{ status: 401 }],
      "provider_error",
      /refused the key \(HTTP 401\); check PROVIDER_B_API_KEY/,
    ],
    ["an unknown model", [{ status: 404 }], "provider_error", /does not know the model/],
    ["400", [{ status: 400 }], "provider_error", /refused the request \(HTTP 400\)/],
    [
      "429 for long",
      [{ status: 429, headers: { "Retry-After": "600" } }],
      "provider_error",
      /limits our rate \(HTTP 429\); try again in 600 seconds/,
    ],
    ["500 for good", [{ status: 500 }], "provider_error", /failed \(HTTP 500\)/],
    ["silence", [{ silence: true }], "provider_timeout", /within [23] seconds/],
    ["a cut answer", [{ cut: GOOD }], "provider_error", /broke off/],
    [
      "words instead of JSON",
      [{ text: "I cannot help with that." }],
      "provider_bad_output",
      /no JSON/,
    ],
    ["cut JSON", [{ text: GOOD.slice(0, -20) }], "provider_bad_output", /not valid JSON/],
    [
      "another schema",
      [{ text: '{"techniques": "many"}' }],
      "provider_bad_output",
      /not of the schema/,
    ],
    ["an empty answer", [{ text: "" }], "provider_bad_output", /is empty/],
  ];
  for (const stream of [false, true]) {
    it.each(failures)(`(streamed: ${stream}) tells of %s`, async (_what, behaviours, code, why) => {
      let call = 0;
      ai.behave = () => behaviours[Math.min(call++, behaviours.length - 1)] ?? { status: 500 };
      const { body } = await analyse("b", stream);
      expect(body.code).toBe(code);
      expect(body.detail).toMatch(why);
      expect(JSON.stringify(body)).not.toMatch(/secret words|key-of-B/);
      expect(body.detail).toContain(`(session ${body.session_id} can be retried)`);
      const detail = body.detail?.replace(/ \(session [^)]*\)/, "");
      expect(await sessionOf(body.session_id)).toMatchObject({
        status: 409,
        body: { code: "analysis_failed", detail },
      });
    });

    it(`(streamed: ${stream}) tries again after a fault that passes, and repairs once`, async () => {
      const turns: AiBehaviour[] = [
        { status: 429, headers: { "Retry-After": "1" } },
        { text: "Sorry: ```json\n{}\n```" },
        { text: `Here you are:\n\`\`\`json\n${GOOD}\n\`\`\`` },
      ];
      ai.behave = () => turns.shift() ?? { status: 500 };
      const { status, body } = await analyse("b", stream);
      expect([status, body.detail]).toEqual([200, undefined]);
      expect(ai.asked).toHaveLength(3);
      expect(ai.asked[2]?.prompt).toContain("could not be used");
    });
  }
});

describe("an answer without end", () => {
  it.each([false, true])("is ended (streamed: %s)", async (stream) => {
    ai.behave = () => ({ text: "x".repeat(20_000_000), pieces: 2000 });
    const { body } = await analyse("b", stream);
    expect(body.code).toMatch(/^provider_/);
  });
});

describe("the log", () => {
  it("tells of faults, and neither keys nor what a provider said", () => {
    expect(logged).toContain("session.failed");
    expect(logged).not.toMatch(/key-of-B|secret words/);
  });
});
