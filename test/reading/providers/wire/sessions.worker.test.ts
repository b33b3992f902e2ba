import { beforeAll, describe, expect, it } from "vitest";
import { analyseReport } from "../../../../src/reading/sessions/analyse-report.ts";
import { beginSession } from "../../../../src/reading/sessions/begin-session.ts";
import { readAnalysisInput } from "../../../../src/reading/sessions/read-analysis-input.ts";
import { parseSettings } from "../../../../src/settings.ts";
import { ingestAsShipped, requestJson, testServices } from "../../../support/service.ts";
import { anthropic } from "../../../support/wire/anthropic.ts";
import { brokeOff, type Case, cutOff, withheld } from "../../../support/wire/ended.ts";
import { google } from "../../../support/wire/google.ts";
import { ollamaNative } from "../../../support/wire/ollama.ts";
import { llamaServer, openaiChat, vllmServer } from "../../../support/wire/openai-chat.ts";
import { openaiResponses } from "../../../support/wire/openai-responses.ts";
import { GOOD, REPORT } from "../../../support/wire/report.ts";
import { serve, type Turn } from "../../../support/wire/serve.ts";
import type { Wire } from "../../../support/wire/wire.ts";

const ACTOR = { name: "ann", role: "admin" as const };
const EVENTS = { token: () => undefined, progress: () => undefined };

beforeAll(ingestAsShipped);

/** Analyses the report in a session, streamed, and reads the session afterwards. */
async function analyse(wire: Wire, turns: Turn[]) {
  const { network } = serve(wire, turns);
  const services = testServices({
    settings: parseSettings({
      PROVIDER_B_KIND: wire.kind,
      PROVIDER_B_MODEL: wire.model,
      PROVIDER_B_API_KEY: "key",
      PROVIDER_B_BASE_URL: `https://models.unit.dev${wire.basePath}`,
    }),
    network: { public: network, operator: network },
  });
  const input = await readAnalysisInput(services, { text: REPORT, provider: "provider_b" });
  const { id } = await beginSession(services, ACTOR, input);
  const { signal } = new AbortController();
  const ended = await analyseReport(services, id, input, EVENTS, signal).catch(
    (error: unknown) => error,
  );
  return { ended, stored: await requestJson<{ detail?: string }>(`/api/analyze/${id}`) };
}

const FAILING: Case[] = [
  [anthropic, "a refusal", [{ text: "", end: "filtered" }], withheld("anthropic")],
  [openaiResponses, "a cut stream", [{ half: GOOD, ends: "cut" }], brokeOff("openai")],
  [google, "an open end", [{ half: GOOD, ends: "end" }], brokeOff("google")],
  [vllmServer, "a full answer", [{ text: "{", end: "length" }], cutOff()],
];

describe("a session, in the Worker's runtime", () => {
  it.each([anthropic, openaiResponses, openaiChat, google, ollamaNative, llamaServer, vllmServer])(
    "is completed by $kind ($model)",
    async (wire) => {
      const { stored } = await analyse(wire, [{ thinking: "First: {", text: GOOD }]);
      expect(stored).toMatchObject({ status: 200, body: { status: "completed" } });
    },
  );

  it.each(
    FAILING.map(([wire, what, turns, ended]) => ({ kind: wire.kind, what, wire, turns, ended })),
  )(
    "is failed by $kind with $what, and says why",
    async ({ wire, turns, ended: { error, message } }) => {
      const { ended: fault, stored } = await analyse(wire, turns);
      expect(fault).toMatchObject({ code: error, message });
      expect(stored.status).toBe(409);
      expect(stored.body.detail).toContain(message);
    },
  );
});
