import type { AsideTechnique, FoundTechnique } from "../recognition/found-technique.ts";
import type { Document } from "../../text/document/document.ts";
import type { Entities } from "../entities/schema.ts";
import type { Strictness } from "../analyser/strictness.ts";
import type { Usage } from "./usage.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";

/** What the embedded analyzer says of a text that another provider has analyzed. */
export interface EmbeddedCheck {
  /** The techniques that it reports. */
  techniques: readonly string[];
  /** Whether it gives a technique no chance in a passage. */
  isAbsurd(attackId: string, passage: string): boolean;
}

export interface ProviderFindings {
  /** Empty where the service is to write it from the findings. */
  summary: string;
  /** Also those below the threshold, which grounding makes candidates. */
  techniques: FoundTechnique[];
  /** Rows of an answer that cannot be read, each with its reason; a language model's only. */
  rejected?: { attack_id: string; reason: string }[];
  /** Confidence from which on a technique is a finding; 0 where all are. */
  threshold: number;
  /** What the text speaks of without telling of an act. */
  set_aside: AsideTechnique[];
  /** What is too unlikely to be among the techniques, likeliest first. */
  candidates: FoundTechnique[];
  /** Groups that the provider names; grounding keeps those that the release knows. */
  group_names: string[];
  /** To check the findings of another provider by. */
  check?: EmbeddedCheck;
  /** What somebody who reads the analysis must know of it, in sentences. */
  warnings?: string[];
  usage: Usage;
  chunks: number;
  chars_analyzed: number;
}

export interface AnalysisRequest {
  document: Document;
  release: ReleaseIndex;
  /** What the text names besides techniques, for the summary; none unless given. */
  entities?: Entities;
  /** How sure a finding must be; balanced unless given. */
  strictness?: Strictness;
  signal: AbortSignal;
  /** Whether somebody reads along: then a language model is asked to stream. */
  stream: boolean;
  /** The session that the verdicts of a judge are stored with; without one none are stored. */
  sessionId?: string;
  /** What else a judge is to decide on: the techniques of an analysis that it gives a second opinion on. */
  proposals?: readonly FoundTechnique[];
}

/** Called while the analysis runs; a stream forwards them, a plain request ignores them. */
export interface ProviderEvents {
  token(content: string): void;
  progress(stage: string, done: number, total: number): void;
}

/** For an analysis that nobody follows. */
export const SILENT: ProviderEvents = { token: () => undefined, progress: () => undefined };

/**
 * The contract of a provider kind. `analyse` rejects with `AppError` (`provider_*`) when it fails,
 * and with the signal's reason when it is aborted.
 */
export interface AnalysisProvider {
  readonly kind: string;
  /** The model that answers for this release, as analysts see it. */
  model(release: ReleaseIndex): Promise<string>;
  analyse(request: AnalysisRequest, events: ProviderEvents): Promise<ProviderFindings>;
  /** What an analysis will take, about: without what a judge adds, and without repeated questions. */
  estimate(request: AnalysisRequest): Promise<Usage>;
}
