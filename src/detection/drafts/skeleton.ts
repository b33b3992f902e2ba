import { isAtlasId, techniqueUrl } from "../../knowledge/attack/technique-id.ts";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import type { DraftAnalytic } from "./analytic.ts";
import { chooseSource } from "./choose-source.ts";
import { chooseTelemetry } from "./choose-telemetry.ts";
import { type StatedAnalytic, stateAnalytic } from "./describe-analytic.ts";
import type { DraftSource } from "./source.ts";

/** The facts of a technique that its rule needs; `tactics` are slugs. */
export interface RuleTechnique {
  attack_id: string;
  name: string;
  tactics: readonly string[];
  platforms: readonly string[];
}

/** All that a generated rule depends on: the same request gives the same text. */
export interface SkeletonRequest {
  title: string;
  technique: RuleTechnique;
  telemetry: string | null;
  /** The analytic that the rule is drafted from; without one the technique decides. */
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

/** A request made safe to print: every text is one clean line. */
export interface Skeleton extends Omit<SkeletonRequest, "session_id" | "report_id" | "analytic"> {
  source: DraftSource;
  analytic: StatedAnalytic | null;
  /** Telemetry that stands in the place of the source's table or source type, if it names one. */
  ownSource: string | null;
  /** `attack.execution`, `attack.t1059.001` */
  tags: string[];
  references: string[];
}

/** Sigma's namespace of tags: `attack` for ATT&CK; ATLAS has ids of its own. */
function namespaceOf(attackId: string): string {
  return isAtlasId(attackId) ? "atlas" : "attack";
}

/** Cleans what people wrote and gathers what every language prints. */
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

/** What a person does with a generated rule before using it; every language says it. */
export const REVIEW_NOTE =
  "Skeleton for review: write the behavior, then test it on representative telemetry.";

/** The lines that head a rule in a language without fields for them, without comment signs. */
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

/** Whether Sigma's form of tags has room for a tactic's short name; ATT&CK does not bind itself to it. */
function isTagName(shortname: string): boolean {
  return /^[a-z0-9._+-]+$/.test(shortname);
}

/** The parameters of a rule, each as a comment for a language that has none. */
export function parameterLines({ analytic }: Skeleton): string[] {
  return (analytic?.parameters ?? []).map(({ name, about }) =>
    about === "" ? name : `${name}: ${about}`,
  );
}
