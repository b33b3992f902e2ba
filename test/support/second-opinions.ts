import type { SecondOpinion } from "../../src/reading/review/second-opinion/opinion-schema.ts";
import type { Analysis } from "../../src/reading/sessions/schema.ts";
import { json } from "./edits.ts";
import { judgingRuntime, readJudgePrompt, type SaidVerdict } from "./judging-runtime.ts";
import { promptOf, vllm } from "./runtimes.ts";
import { form } from "./service.ts";
import { requestWith } from "./team.ts";

const LOADER = "The loader was put beside a signed program.";
export const OPINION_REPORT = `APT29 ran T1059.001 on the host.\nMail came first (T1566).\n${LOADER}`;

/** What a language model finds in the report: not T1059.001, and T1574.001 without an id. */
const ANSWER = JSON.stringify({
  summary: "A loader came by mail.",
  techniques: [
    { attack_id: "T1566", confidence: 0.9, evidence: "Mail came first (T1566)." },
    { attack_id: "T1574.001", confidence: 0.8, evidence: LOADER },
  ],
  groups: [],
});

type Decide = (text: string, attackId: string) => SaidVerdict;

/** A judge that sees everything but T1574.001. */
export const DOUBTFUL: Decide = (_text, id) =>
  id === "T1574.001"
    ? { verdict: "no", reason: "The text does not say what loads the file." }
    : { verdict: id === "T1566" || id === "T1059.001" ? "yes" : "no" };

interface Reply<T> {
  status: number;
  body: T & { code?: string; detail?: string };
  headers: Headers;
}

/** Each server has an address of its own, so that none answers with cached verdicts of another. */
let servers = 0;

/** A server with one model that analyses reports and judges pairs, and the settings that bind `provider_b` to it. */
function judgingServer(decide: Decide) {
  const judge = judgingRuntime(decide);
  const analyst = vllm({ context: 131_072, answer: ANSWER });
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const raw = await request.clone().text();
    const prompt = raw === "" ? "" : promptOf(JSON.parse(raw) as Record<string, unknown>);
    const { network: answer } = readJudgePrompt(prompt).pairs.length > 0 ? judge : analyst;
    return await answer(request);
  };
  const settings = {
    PROVIDER_B_KIND: "openai_compatible",
    PROVIDER_B_MODEL: "small",
    PROVIDER_B_BASE_URL: `http://runtime-${(servers += 1)}.unit.dev/v1`,
    OPERATOR_NETWORK: { fetch: network },
  };
  return { settings, pairs: judge.pairs };
}

/** A session that a language model has analysed, and what is asked of it. */
export async function opinionSession(
  decide: Decide = DOUBTFUL,
  query = "provider=provider_b",
  fields: Record<string, string> = {},
) {
  const { settings, pairs } = judgingServer(decide);
  const send = async <T>(
    path: string,
    init?: RequestInit,
    more: Record<string, string> = {},
  ): Promise<Reply<T>> => {
    const response = await requestWith({ ...settings, ...more }, path, init);
    const body = response.status === 204 ? {} : await response.json();
    return { status: response.status, body: body as Reply<T>["body"], headers: response.headers };
  };
  const created = await send<Analysis>(
    `/api/analyze?${query}`,
    form({ text: OPINION_REPORT, ...fields }),
  );
  const id = created.body.session_id;
  const path = `/api/analyze/sessions/${id}`;
  return {
    id,
    path,
    pairs,
    send,
    read: async () => (await send<Analysis>(`/api/analyze/${id}`)).body,
    ask: async (how = "provider=provider_b&mode=judged") =>
      await send<SecondOpinion>(`${path}/second-opinion?${how}`, json("POST")),
    last: async () => await send<SecondOpinion>(`${path}/second-opinion`),
    accept: async (opinionId: string, attackIds?: string[], headers: HeadersInit = {}) =>
      await send<Analysis>(`${path}/second-opinion/accept`, {
        ...json("POST", {
          opinion_id: opinionId,
          ...(attackIds !== undefined && { attack_ids: attackIds }),
        }),
        headers,
      }),
  };
}

/** The techniques of an analysis with their review statuses. */
export const statusesOf = ({ techniques }: Pick<Analysis, "techniques">) =>
  Object.fromEntries(techniques.map((one) => [one.attack_id, one.review_status]));
