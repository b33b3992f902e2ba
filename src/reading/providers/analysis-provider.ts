import type { AsideTechnique, FoundTechnique } from "../recognition/found-technique.ts";
import type { Document } from "../../text/document/document.ts";
import type { Entities } from "../entities/schema.ts";
import type { Strictness } from "../analyser/strictness.ts";
import type { Usage } from "./usage.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";

/** The embedded analyzer's check of a text that another provider analyzed. */
export interface EmbeddedCheck {
  /** The techniques that it reports. */
  techniques: readonly string[];
  /** Returns whether a technique is practically impossible in a passage. */
  isAbsurd(attackId: string, passage: string): boolean;
}

export interface ProviderFindings {
  /** Empty if the service should write it from the findings. */
  summary: string;
  /** Includes those below the threshold, which grounding turns into candidates. */
  techniques: FoundTechnique[];
  /** Unreadable rows of a language model's answer, each with the reason. */
  rejected?: { attack_id: string; reason: string }[];
  /** Minimum confidence of a finding. 0 if all are findings. */
  threshold: number;
  /** Techniques that the text mentions without adversary activity. */
  set_aside: AsideTechnique[];
  /** Techniques that are too unlikely to be findings, likeliest first. */
  candidates: FoundTechnique[];
  /** Groups named by the provider. Grounding removes those unknown to the release. */
  group_names: string[];
  /** Used to check the findings of another provider. */
  check?: EmbeddedCheck;
  /** Warnings for readers of the analysis, in sentences. */
  warnings?: string[];
  usage: Usage;
  chunks: number;
  chars_analyzed: number;
}

export interface AnalysisRequest {
  document: Document;
  release: ReleaseIndex;
  /** What the text names apart from techniques, for the summary. Defaults to none. */
  entities?: Entities;
  /** Required confidence of findings. Defaults to balanced. */
  strictness?: Strictness;
  signal: AbortSignal;
  /** Whether a client follows the analysis, in which case the language model streams. */
  stream: boolean;
  /** The session to store a judge's verdicts with. Without one, none are stored. */
  sessionId?: string;
  /** Further techniques for a judge: those of the analysis that needs a second opinion. */
  proposals?: readonly FoundTechnique[];
}

/** Called during the analysis. Streams forward these events, and plain requests ignore them. */
export interface ProviderEvents {
  token(content: string): void;
  progress(stage: string, done: number, total: number): void;
}

/** Events for an analysis that no client follows. */
export const SILENT: ProviderEvents = { token: () => undefined, progress: () => undefined };

/**
 * The contract of a provider kind. `analyse` rejects with `AppError` (`provider_*`) if it fails, and with the signal's
 * reason if it is aborted.
 */
export interface AnalysisProvider {
  readonly kind: string;
  /** Returns the model used for this release, as shown to analysts. */
  model(release: ReleaseIndex): Promise<string>;
  analyse(request: AnalysisRequest, events: ProviderEvents): Promise<ProviderFindings>;
  /** Estimates the usage of an analysis, without a judge's additions and repeated questions. */
  estimate(request: AnalysisRequest): Promise<Usage>;
}
