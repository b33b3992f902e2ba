import { AppError } from "../../platform/lib/errors.ts";
import { formatBytes } from "../../platform/lib/streams.ts";
import type { Annotation, NavigatorView } from "./navigator/format.ts";
import type { LayerAnnotation } from "./schema.ts";

/** Maximum size of annotations in a database row, in addition to the technique ids. */
const MAX_ANNOTATION_BYTES = 1024 * 1024;

interface Annotated {
  technique_ids: readonly string[];
  annotations: readonly Annotation[];
}

/** Returns the scores and comments of a layer's techniques, in layer order. */
export function listAnnotations({ technique_ids: ids, annotations }: Annotated): LayerAnnotation[] {
  const members = new Set(ids);
  return annotations
    .filter(({ attack_id: id }) => members.has(id))
    .map(({ attack_id, tactic = null, score = null, comment = "" }) => ({
      attack_id,
      tactic,
      score,
      comment,
    }))
    .filter(({ score, comment }) => score !== null || comment !== "");
}

/**
 * Replaces the scores and comments of a layer's techniques. Colors, links and metadata remain, and so do all
 * annotations of techniques outside the layer.
 * @throws AppError `validation_error` for annotations of techniques outside the layer, and for duplicates of a
 * technique and tactic
 */
export function replaceAnnotations(
  { technique_ids: ids, annotations: before }: Annotated,
  given: readonly LayerAnnotation[],
): Annotation[] {
  requireOneOfEach(ids, given);
  const members = new Set(ids);
  const open = new Map(given.map((one) => [keyOf(one), one]));
  const kept = before.map((entry) => {
    if (!members.has(entry.attack_id)) return entry;
    const { score: _score, comment: _comment, ...rest } = entry;
    const said = open.get(keyOf(entry));
    open.delete(keyOf(entry));
    return said === undefined ? rest : { ...rest, ...partsOf(said) };
  });
  const added = [...open.values()].map((said) => ({
    attack_id: said.attack_id,
    ...(said.tactic !== null && { tactic: said.tactic }),
    ...partsOf(said),
  }));
  return [...kept, ...added].filter((entry) => Object.keys(entry).length > 1);
}

/** @throws AppError `body_too_large` above the limit of a database row */
export function requireAnnotationRoom(
  annotations: readonly Annotation[],
  navigator: NavigatorView,
): void {
  const stored = new TextEncoder().encode(JSON.stringify([annotations, navigator]));
  if (stored.byteLength <= MAX_ANNOTATION_BYTES) return;
  throw new AppError(
    "body_too_large",
    `The layer's annotations are larger than ${formatBytes(MAX_ANNOTATION_BYTES)}.`,
  );
}

function partsOf({ score, comment }: LayerAnnotation): Pick<Annotation, "score" | "comment"> {
  return { ...(score !== null && { score }), ...(comment !== "" && { comment }) };
}

function keyOf({ attack_id: id, tactic }: { attack_id: string; tactic?: string | null }): string {
  return `${id} ${tactic ?? ""}`;
}

function requireOneOfEach(ids: readonly string[], given: readonly LayerAnnotation[]): void {
  const members = new Set(ids);
  const seen = new Set<string>();
  for (const [place, one] of given.entries()) {
    const pointer = `/annotations/${place}`;
    if (!members.has(one.attack_id)) {
      throw invalid(pointer, `${one.attack_id} is annotated but not in 'technique_ids'.`);
    }
    if (seen.has(keyOf(one))) throw invalid(pointer, `${one.attack_id} is annotated twice.`);
    seen.add(keyOf(one));
  }
}

function invalid(pointer: string, detail: string): AppError {
  return new AppError("validation_error", detail, { errors: [{ pointer, detail }] });
}
