import { readRelease } from "../../../../knowledge/attack/read-release.ts";
import type { ReleaseContent } from "../../../../knowledge/attack/release-content.ts";
import { isAtlasId } from "../../../../knowledge/attack/technique-id.ts";
import { isVersion } from "../../../../knowledge/attack/vocabulary.ts";
import { AppError } from "../../../../platform/lib/errors.ts";
import { streamOf } from "../../../../platform/lib/streams.ts";
import type { MatrixOptions, MatrixPart } from "./matrix-parts.ts";
import { stringOf } from "../../../../formats/stix/stix-object.ts";
import type { KnownNames } from "../../known-names.ts";
import type { JsonSource } from "../imported.ts";
import { readJson } from "../read-json.ts";
import { readStix } from "../stix/read-stix.ts";
import { importedOf } from "./imported-of.ts";
import { readMatrix } from "./read-matrix.ts";
import { toRelease } from "./to-release.ts";

/** Placeholder for an unstated version. */
const UNSTATED = "0";
const HEAD_BYTES = 1024;

/**
 * Reads a machine-learning threat matrix in any of its formats: STIX, ATLAS's native data in JSON or YAML,
 * `{techniques: []}`, or one case study.
 * @param checkYaml checks a YAML source before its tree is built
 * @throws AppError `not_ml_matrix`, `invalid_json`, `body_too_large`
 */
export async function* readAnyMatrix(
  open: JsonSource,
  names: KnownNames,
  options: MatrixOptions,
  checkYaml: (open: JsonSource) => Promise<void>,
): AsyncGenerator<MatrixPart> {
  const first = await firstSign(open);
  const isYaml = first !== "{" && first !== "[";
  if (isYaml) await checkYaml(open);
  if (!isYaml && (await isStix(open))) {
    yield* readStixMatrix(open, names, options);
    return;
  }
  const { parts, faults, places } = await readMatrix(open, isYaml);
  const version = options.version ?? parts.version;
  const { framework, techniques } = parts;
  yield { facts: { framework, version, technique_count: techniques.length } };
  for (const object of faults) yield { object };
  const isRelease = version !== null && isVersion(version) && techniques.length > 0;
  if (options.withRelease && isRelease) yield { release: toRelease(parts, version) };
  for (const object of importedOf(parts, places, names)) yield { object };
}

async function* readStixMatrix(
  open: JsonSource,
  names: KnownNames,
  { version, key, withRelease }: MatrixOptions,
): AsyncGenerator<MatrixPart> {
  const release = await readStixRelease(open, version);
  const isStated = release.version !== UNSTATED;
  const technique_count = release.techniques.length;
  const stated = isStated ? release.version : null;
  yield { facts: { framework: null, version: stated, technique_count } };
  if (withRelease && isStated) yield { release };
  for await (const one of readStix(open, names, { key, filename: null })) {
    // The techniques are the domain itself, not reports.
    const isTechnique = one.type === "attack-pattern" && one.outcome === "report";
    yield { object: isTechnique ? { ...one, outcome: "attached", to: "", matches: [] } : one };
  }
}

/** Returns the first non-blank character of the file, or "" if its beginning has none. */
async function firstSign(open: JsonSource): Promise<string> {
  let head = "";
  const decoder = new TextDecoder();
  for await (const chunk of open()) {
    head += decoder.decode(chunk.subarray(0, HEAD_BYTES), { stream: true });
    if (head.length >= HEAD_BYTES || /[^\s\uFEFF]/.test(head)) break;
  }
  return /[^\s\uFEFF]/.exec(head)?.[0] ?? "";
}

async function isStix(open: JsonSource): Promise<boolean> {
  const outline = readJson(open, (path) => path.length === 1 && path[0] === "type");
  for await (const { value } of outline) return value === "bundle";
  return false;
}

/** Reads the release from STIX, which has separate version numbers. A given version overrides them. */
async function readStixRelease(open: JsonSource, version: string | null): Promise<ReleaseContent> {
  const stated = version ?? (await collectionVersion(open)) ?? UNSTATED;
  const stream = streamOf(open());
  const content = await readRelease(stream, { domain: "atlas", version: stated }).catch(notMatrix);
  if (content.techniques.every(({ attack_id: id }) => isAtlasId(id))) return content;
  throw noMatrix();
}

function notMatrix(error: unknown): never {
  throw error instanceof AppError && error.code === "validation_error" ? noMatrix() : error;
}

function noMatrix(): AppError {
  return new AppError(
    "not_ml_matrix",
    "The bundle holds no ATLAS techniques; send other STIX to /api/pipeline/import/stix.",
  );
}

async function collectionVersion(open: JsonSource): Promise<string | null> {
  const objects = readJson(open, (path) => path.length === 2 && path[0] === "objects");
  for await (const { value } of objects) {
    const object = (value ?? {}) as Record<string, unknown>;
    if (object["type"] !== "x-mitre-collection") continue;
    const version = stringOf(object["x_mitre_version"]);
    return version !== null && isVersion(version) && !isDraft(version) ? version : null;
  }
  return null;
}

/** Returns whether a version is a draft. ATLAS's STIX numbers its collection 0.1, regardless of the release. */
function isDraft(version: string): boolean {
  return version.startsWith("0.");
}
