import type { KnownKind } from "../../observables/vocabulary.ts";
import type { Evidence } from "../evidence-schema.ts";
import type { EnrichmentSetting } from "../settings.ts";
import type { Target } from "../target.ts";
import type { ProviderName } from "../vocabulary.ts";

/** A request below the base URL; with a body it is a POST. */
export interface Question {
  /** From its slash on, each part encoded. */
  path: string;
  body?: { type: string; text: string };
  headers?: Record<string, string>;
}

/** What an answer with HTTP 200 says. */
export type Answer =
  | { kind: "evidence"; evidence: Evidence }
  | { kind: "nothing" }
  | { kind: "key_refused" }
  /** Why it is no answer: the end of a sentence. */
  | { kind: "fault"; fault: string };

type NameOf<Suffix extends string> = Extract<EnrichmentSetting, `${string}${Suffix}`>;

/** An HTTP API with JSON answers, and how its questions and answers are written. */
export interface Api {
  name: ProviderName;
  title: string;
  kinds: readonly KnownKind[];
  /** The header that carries the key, and the setting that has it; null for an API without keys. */
  key: { header: string; setting: NameOf<"_KEY"> } | null;
  /** What turns it on without a key. */
  flag?: NameOf<"_ENABLED">;
  url: NameOf<"_URL">;
  budget: NameOf<"_BUDGET">;
  sends: string;
  ask(target: Target): Question;
  /** @param body parsed JSON of any form */
  read(body: unknown, target: Target): Answer;
  /** Header in which it says how many seconds to wait, other than Retry-After. */
  waitHeader?: string;
}

/** Evidence with what differs from none. */
export function evidence(more: Partial<Evidence>): Answer {
  const none = { facts: [], stats: [], reported_by: [], related: [], as_of: null, link: null };
  return { kind: "evidence", evidence: { ...none, ...more } };
}

export const NOTHING: Answer = { kind: "nothing" };
