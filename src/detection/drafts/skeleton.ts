import { isAtlasId, techniqueUrl } from "../../knowledge/attack/technique-id.ts";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import type { DraftAnalytic } from "./analytic.ts";
import { chooseSource } from "./choose-source.ts";
import { chooseTelemetry } from "./choose-telemetry.ts";
import { type StatedAnalytic, stateAnalytic } from "./describe-analytic.ts";
import type { DraftSource } from "./source.ts";

/** The facts about a technique that its rule needs; `tactics` are slugs. */
export interface RuleTechnique {
  attack_id: string;
  name: string;
  tactics: readonly string[];
  platforms: readonly string[];
}

/** All inputs of a generated rule: the same request yields the same text. */
export interface SkeletonRequest {
  title: string;
  technique: RuleTechnique;
  telemetry: string | null;
  /** The analytic that the rule is drafted from; without one, the technique decides. */
  analytic?: DraftAnalytic | null;
  /** Sigma's `id`, a UUID. */
  rule_id: string;
  author: string;
  /** `YYYY-MM-DD`; `modified` is null for the first version. */
  date: string;
  modified: string | null;
  session_id: string | null;
  report_id: string | null;
}

/** A sanitized request in which every text is one clean line. */
export interface Skeleton extends Omit<SkeletonRequest, "session_id" | "report_id" | "analytic"> {
  source: DraftSource;
  analytic: StatedAnalytic | null;
  /** Given telemetry that replaces the source's table or source type, if it names one. */
  ownSource: string | null;
  /** `attack.execution`, `attack.t1059.001` */
  tags: string[];
  references: string[];
}

/** Returns Sigma's tag namespace: `attack` for ATT&CK, `atlas` for ATLAS, which has its own ids. */
function namespaceOf(attackId: string): string {
  return isAtlasId(attackId) ? "atlas" : "attack";
}

/** Cleans user input and collects what every language prints. */
export function prepareSkeleton(request: SkeletonRequest): Skeleton {
  const { session_id: session, report_id: report, technique, analytic = null, ...rest } = request;
  const telemetry = cleanLine(request.telemetry ?? "");
  const id = technique.attack_id;
  const chosen = analytic === null ? null : chooseTelemetry(analytic, telemetry || null);
  const stated = analytic === null ? null : stateAnalytic(analytic, chosen);
  const platforms = analytic?.platforms ?? technique.platforms;
  return {
    ...rest,
    title: cleanLine(request.title),
    author: cleanLine(request.author),
    telemetry: telemetry === "" ? null : telemetry,
    technique: { ...technique, name: cleanLine(technique.name) },
    analytic: stated,
    source: chosen?.source ?? chooseSource({ ...technique, platforms, telemetry }),
    ownSource: chosen?.isNamed === true || telemetry === "" ? null : telemetry,
    tags: [...technique.tactics.filter(isTagName), id.toLowerCase()].map(
      (tag) => `${namespaceOf(id)}.${tag}`,
    ),
    references: [
      techniqueUrl(id),
      ...(stated === null ? [] : [stated.reference]),
      ...(session === null ? [] : [`/api/analyze/${session}`]),
      ...(report === null ? [] : [`/api/pipeline/intake/${report}`]),
    ],
  };
}

/** Instruction for the reviewer of a generated rule, in every language. */
export const REVIEW_NOTE =
  "Skeleton for review: write the behavior, then test it on representative telemetry.";

/** Returns the header lines of a rule in a language without metadata fields, without comment signs. */
export function headLines(skeleton: Skeleton): string[] {
  const { title, technique, tags, references, telemetry, analytic } = skeleton;
  return [
    title,
    `Technique: ${technique.attack_id} ${technique.name}`,
    ...(analytic?.lines ?? []),
    `Tags: ${tags.join(", ")}`,
    ...references.map((reference) => `Reference: ${reference}`),
    ...(telemetry === null ? [] : [`Telemetry: ${telemetry}`]),
    REVIEW_NOTE,
  ];
}

/** Returns whether a tactic's short name is valid in a Sigma tag, which ATT&CK does not guarantee. */
function isTagName(shortname: string): boolean {
  return /^[a-z0-9._+-]+$/.test(shortname);
}

/** Returns the parameters of a rule as comments, for a language without parameters. */
export function parameterLines({ analytic }: Skeleton): string[] {
  return (analytic?.parameters ?? []).map(({ name, about }) =>
    about === "" ? name : `${name}: ${about}`,
  );
}
