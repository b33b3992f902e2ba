import type { Verdict } from "../../src/reading/recognition/found-technique.ts";
import { NOTHING_FOUND } from "./analyse-with-runtime.ts";
import {
  complete,
  countLikeModel,
  promptOf,
  refuse,
  type StandInRuntime,
  standIn,
} from "./runtimes.ts";

/** What a stand-in says of a passage and a technique. */
export interface Decision {
  verdict: Verdict["verdict"];
  /** The technique that it names instead, with the verdict "other". */
  attack_id?: string;
  reason?: string;
}
export type Decide = (passageText: string, attackId: string) => Decision;

/** A runtime whose model judges, and the settings by which a slot of the service uses it. */
export interface JudgingRuntime extends StandInRuntime {
  /** The pairs that it was asked about, in order, as "T1566: text of the passage". */
  pairs: string[];
  /** For `requestWith`: binds `provider_b` to it. */
  settings: Record<string, unknown>;
}

const PAIR = /^(?<number>\d+)\. passage (?<passage>\d+): (?<id>\S+)$/gmu;
const PASSAGE = /^Passage (?<number>\d+)\n(?:before: .*\n)?text: (?<text>.*)$/gmu;

/** Each runtime has an address of its own, so that none answers with cached verdicts of another. */
let runtimes = 0;

/**
 * Stands in for a server with OpenAI's chat format whose model judges as a function says.
 * @param answer what the model writes when it is asked for anything but verdicts
 */
export function judgingRuntime(decide: Decide, answer = NOTHING_FOUND): JudgingRuntime {
  const pairs: string[] = [];
  const context = 16_384;
  const runtime = standIn(
    ({ path, body }) => {
      if (path === "/v1/models") {
        const model = { id: "small", object: "model", max_model_len: context };
        return Response.json({ object: "list", data: [model] });
      }
      if (path !== "/v1/chat/completions") return refuse(404, { detail: "Not Found" });
      const prompt = promptOf(body);
      const asked = readPairs(prompt);
      pairs.push(...asked.map(({ id, text }) => `${id}: ${text}`));
      const written = asked.length === 0 ? answer : writeVerdicts(asked, decide);
      return complete(body, written, countLikeModel(prompt), {});
    },
    { context, answer },
  );
  const settings = {
    PROVIDER_B_KIND: "openai_compatible",
    PROVIDER_B_MODEL: "small",
    PROVIDER_B_BASE_URL: `http://runtime-${(runtimes += 1)}.unit.dev/v1`,
    OPERATOR_NETWORK: { fetch: runtime.network },
  };
  return { ...runtime, pairs, settings };
}

interface AskedPair {
  number: number;
  text: string;
  id: string;
}

/** Reads the pairs out of a prompt to a judge; none out of any other prompt. */
function readPairs(prompt: string): AskedPair[] {
  const passages = new Map(
    [...prompt.matchAll(PASSAGE)].map(({ groups }) => [groups?.["number"], groups?.["text"] ?? ""]),
  );
  return [...prompt.matchAll(PAIR)].map(({ groups }) => ({
    number: Number(groups?.["number"]),
    text: passages.get(groups?.["passage"]) ?? "",
    id: groups?.["id"] ?? "",
  }));
}

function writeVerdicts(pairs: readonly AskedPair[], decide: Decide): string {
  const verdicts = pairs.map(({ number, text, id }) => ({
    pair: number,
    attack_id: "",
    reason: "So the text says.",
    ...decide(text, id),
  }));
  return JSON.stringify({ verdicts, missed: [] });
}
