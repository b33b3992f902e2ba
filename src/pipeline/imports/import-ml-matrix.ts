import { ingestRelease } from "../../knowledge/attack/ingest-release.ts";
import type { ReleaseContent } from "../../knowledge/attack/release-content.ts";
import { isVersion } from "../../knowledge/attack/vocabulary.ts";
import type { ImportDeps } from "./deps.ts";
import type { Actor } from "../../platform/auth/identity.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { KnownNames } from "./known-names.ts";
import { openKnownNames } from "./open-known-names.ts";
import type { Imported } from "./readers/imported.ts";
import { type ImportBody, runImport } from "./run-import.ts";
import type { MatrixResult } from "./schema.ts";
import type { Spooled } from "./spool-store.ts";

/** Facts about a matrix, in addition to its reports. */
interface Matrix {
  framework: string;
  version: string | null;
  technique_count: number;
  /** Whether its techniques are now a release of the knowledge base. */
  published: boolean;
  warnings: string[];
}

/** Whether techniques may become a release: only in an admin's import that is not a dry run. */
interface Publication {
  isDry: boolean;
  isAdmin: boolean;
}

const LEFT_OUT =
  "The techniques were not published as a release, because this needs the role admin; the case studies were imported.";
const UNVERSIONED =
  "The techniques are not stored, because the file names no release: send it again with ?version=, such as ?version=5.6.0.";

/**
 * Imports a machine-learning threat matrix. Its techniques become a release of the domain `atlas` if the file or
 * `version` states its version and an admin imports it. Each case study becomes a report.
 * @throws AppError `not_ml_matrix`, `validation_error`, `invalid_json`, `body_too_large`
 */
export async function importMlMatrix(
  deps: ImportDeps,
  actor: Actor,
  sent: ImportBody,
  version: string | undefined,
): Promise<MatrixResult> {
  if (version !== undefined && !isVersion(version)) {
    throw new AppError("validation_error", "'version' must be a release number such as 5.6.0.");
  }
  const names = await openKnownNames(deps);
  const matrix: Matrix = {
    framework: "ATLAS",
    version: version ?? null,
    technique_count: 0,
    published: false,
    warnings: [],
  };
  const publication = { isDry: sent.dryRun, isAdmin: actor.role === "admin" };
  const result = await runImport(deps, actor, "ml_matrix", sent, (spooled) =>
    readAny(deps, actor.name, spooled, { names, matrix, publication }),
  );
  return { ...result, ...matrix };
}

async function* readAny(
  deps: ImportDeps,
  caller: string,
  spooled: Spooled,
  { names, matrix, publication }: { names: KnownNames; matrix: Matrix; publication: Publication },
): AsyncGenerator<Imported> {
  const withRelease = publication.isAdmin && !publication.isDry;
  const options = { version: matrix.version, key: spooled.sha256, withRelease };
  for await (const part of deps.readers.matrix(caller, () => spooled.read(), names, options)) {
    if ("object" in part) yield part.object;
    else if ("release" in part) {
      await publish(deps, part.release, spooled.sha256);
      matrix.published = true;
    } else {
      matrix.framework = part.facts.framework ?? matrix.framework;
      matrix.version = part.facts.version ?? matrix.version;
      matrix.technique_count = part.facts.technique_count;
      matrix.warnings.push(...warningsOf(matrix, publication));
    }
  }
}

/** Explains why uploaded techniques do not become a release. */
function warningsOf(
  { version, technique_count: techniques }: Matrix,
  { isAdmin }: Publication,
): string[] {
  if (techniques === 0) return [];
  if (!isAdmin) return [LEFT_OUT];
  return version !== null && isVersion(version) ? [] : [UNVERSIONED];
}

async function publish(deps: ImportDeps, content: ReleaseContent, sha256: string): Promise<void> {
  const known = await deps.releases.find("atlas", content.version);
  if (known?.content_sha256 === sha256) return;
  const onProgress = async () => undefined;
  await ingestRelease(deps, { content, origin: "bundle", sha256, onProgress });
}
