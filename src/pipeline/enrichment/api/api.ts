import type { KnownKind } from "../../observables/vocabulary.ts";
import type { Evidence } from "../evidence-schema.ts";
import type { EnrichmentSetting } from "../settings.ts";
import type { Target } from "../target.ts";
import type { ProviderName } from "../vocabulary.ts";

/** A request relative to the base URL. With a body it is a POST. */
export interface Question {
  /** Path from its slash on, each part encoded. */
  path: string;
  body?: { type: string; text: string };
  headers?: Record<string, string>;
}

/** The content of a response with HTTP 200. */
export type Answer =
  | { kind: "evidence"; evidence: Evidence }
  | { kind: "nothing" }
  | { kind: "key_refused" }
  /** Why the response is unusable: the end of a sentence. */
  | { kind: "fault"; fault: string };

type NameOf<Suffix extends string> = Extract<EnrichmentSetting, `${string}${Suffix}`>;

/** An HTTP API with JSON responses, and how its queries and responses are encoded. */
export interface Api {
  name: ProviderName;
  title: string;
  kinds: readonly KnownKind[];
  /** The header for the key and its setting, or null for an API without keys. */
  key: { header: string; setting: NameOf<"_KEY"> } | null;
  /** The setting that enables it without a key. */
  flag?: NameOf<"_ENABLED">;
  url: NameOf<"_URL">;
  budget: NameOf<"_BUDGET">;
  sends: string;
  ask(target: Target): Question;
  /** @param body parsed JSON of any form */
  read(body: unknown, target: Target): Answer;
  /** Header with the number of seconds to wait, other than Retry-After. */
  waitHeader?: string;
}

/** Returns empty evidence with some fields replaced. */
export function evidence(more: Partial<Evidence>): Answer {
  const none = { facts: [], stats: [], reported_by: [], related: [], as_of: null, link: null };
  return { kind: "evidence", evidence: { ...none, ...more } };
}

export const NOTHING: Answer = { kind: "nothing" };
