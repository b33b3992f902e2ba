import { ingestRelease } from "../attack/ingest-release.ts";
import { readRelease } from "../attack/read-release.ts";
import type { ReleaseContent } from "../attack/release-content.ts";
import { isAtlasId } from "../attack/technique-id.ts";
import { isVersion } from "../attack/vocabulary.ts";
import type { Context } from "../context.ts";
import type { Actor } from "../http/identity.ts";
import { AppError } from "../lib/errors.ts";
import { streamOf } from "../lib/streams.ts";
import { stringOf } from "../stix/objects.ts";
import { type KnownNames, openKnownNames } from "./names.ts";
import type { Imported } from "./readers/imported.ts";
import { toRelease } from "./readers/ml-matrix/matrix-parts.ts";
import { importedOf, readMatrix } from "./readers/ml-matrix/read-matrix.ts";
import { readJson } from "./readers/read-json.ts";
import { readStix } from "./readers/stix/read-stix.ts";
import { type ImportBody, runImport } from "./run-import.ts";
import type { MatrixResult } from "./schema.ts";
import type { Spooled } from "./spool-store.ts";

/** Stands for a version that nothing states. */
const UNSTATED = "0";

/** What the matrix turned out to be, beyond its reports. */
interface Matrix {
  framework: string;
  version: string | null;
  technique_count: number;
}

/**
 * Imports a machine-learning threat matrix. Its techniques become a release of the domain `atlas`
 * where it names its version, or `version` does; each case study becomes a report.
 * @throws AppError `not_ml_matrix`, `validation_error`, `invalid_json`, `body_too_large`
 */
export async function importMatrix(
  context: Context,
  actor: Actor,
  sent: ImportBody,
  version: string | undefined,
): Promise<MatrixResult> {
  if (version !== undefined && !isVersion(version)) {
    throw new AppError("validation_error", "'version' must be a release number such as 5.6.0.");
  }
  const names = await openKnownNames(context);
  const matrix: Matrix = { framework: "ATLAS", version: version ?? null, technique_count: 0 };
  const result = await runImport(context, actor, "ml_matrix", sent, (spooled) =>
    readAny(context, spooled, names, matrix, sent.dryRun),
  );
  return { ...result, ...matrix };
}

async function* readAny(
  context: Context,
  spooled: Spooled,
  names: KnownNames,
  matrix: Matrix,
  dryRun: boolean,
): AsyncGenerator<Imported> {
  const first = /[^\s\uFEFF]/.exec(new TextDecoder().decode(spooled.head))?.[0] ?? "";
  const isYaml = first !== "{" && first !== "[";
  if (!isYaml && (await isStix(spooled))) {
    const content = await readStixRelease(spooled, matrix.version);
    matrix.version = content.version === UNSTATED ? null : content.version;
    matrix.technique_count = content.techniques.length;
    if (!dryRun && matrix.version !== null) await ingest(context, content, spooled.sha256);
    for await (const one of readStix(() => spooled.read(), names, spooled.sha256)) {
      // The techniques are the domain itself, not reports.
      const isTechnique = one.type === "attack-pattern" && one.outcome === "report";
      yield isTechnique ? { ...one, outcome: "attached", to: "", matches: [] } : one;
    }
    return;
  }
  const { parts, faults, places } = await readMatrix(() => spooled.read(), isYaml);
  matrix.framework = parts.framework ?? matrix.framework;
  matrix.version ??= parts.version;
  matrix.technique_count = parts.techniques.length;
  yield* faults;
  if (
    !dryRun &&
    matrix.version !== null &&
    isVersion(matrix.version) &&
    parts.techniques.length > 0
  ) {
    await ingest(context, toRelease(parts, matrix.version), spooled.sha256);
  }
  yield* importedOf(parts, places, names);
}

async function isStix(spooled: Spooled): Promise<boolean> {
  const outline = readJson(spooled.read(), (path) => path.length === 1 && path[0] === "type");
  for await (const { value } of outline) return value === "bundle";
  return false;
}

/** The STIX form counts its own versions; one that is given goes before that. */
async function readStixRelease(spooled: Spooled, version: string | null): Promise<ReleaseContent> {
  const stated = version ?? (await collectionVersion(spooled)) ?? UNSTATED;
  const stream = streamOf(spooled.read());
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

async function collectionVersion(spooled: Spooled): Promise<string | null> {
  const objects = readJson(spooled.read(), (path) => path.length === 2 && path[0] === "objects");
  for await (const { value } of objects) {
    const object = (value ?? {}) as Record<string, unknown>;
    if (object["type"] !== "x-mitre-collection") continue;
    const version = stringOf(object["x_mitre_version"]);
    return version !== null && isVersion(version) && !isDraft(version) ? version : null;
  }
  return null;
}

/** ATLAS's own STIX numbers its collection 0.1, whatever release it was made of. */
function isDraft(version: string): boolean {
  return version.startsWith("0.");
}

async function ingest(context: Context, content: ReleaseContent, sha256: string): Promise<void> {
  const known = await context.releases.find("atlas", content.version);
  if (known?.content_sha256 === sha256) return;
  const onProgress = async () => undefined;
  await ingestRelease(context, { content, origin: "bundle", sha256, onProgress });
}
