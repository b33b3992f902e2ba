import { AppError } from "../../../../platform/lib/errors.ts";
import { type JsonCut, type JsonPath, pointerOf } from "../../../../formats/json/json-cutter.ts";
import { recordsOf, stringOf } from "../../../../formats/stix/stix-object.ts";
import type { Imported, JsonSource, Place } from "../imported.ts";
import { readJson, walkJson } from "../read-json.ts";
import { readYaml } from "./read-yaml.ts";
import { excessOf, faultOf, type Json, type MatrixParts } from "./matrix-parts.ts";

type Part = "tactics" | "techniques" | "studies";

const FORMS = `ATLAS's data ("matrices"), its STIX bundle, {"techniques": [...]} or a case study`;

const SCALARS = new Set(["id", "name", "version", "summary", "incident-date"]);

/** Returns the type of part at a path of the document, or null. */
function partAt(path: JsonPath): Part | null {
  const [first, second, third, fourth] = path;
  if (path.length === 4 && first === "matrices" && typeof fourth === "number") {
    return third === "tactics" || third === "techniques" ? third : null;
  }
  if (path.length === 2 && typeof second === "number") {
    if (first === "techniques" || first === "tactics") return first;
    return first === "case-studies" || first === "case_studies" ? "studies" : null;
  }
  return null;
}

function isMitigation(path: JsonPath): boolean {
  const [first, , third, fourth] = path;
  return (
    path.length === 4 &&
    first === "matrices" &&
    third === "mitigations" &&
    typeof fourth === "number"
  );
}

function isWanted(path: JsonPath): boolean {
  const [first, second] = path;
  if (path.length === 1) return SCALARS.has(String(first)) || first === "study";
  if (path.length === 2 && first === "procedure") return typeof second === "number";
  return partAt(path) !== null || isMitigation(path);
}

/**
 * Reads a machine-learning threat matrix: ATLAS's native data, `{techniques: []}`, or one case study.
 * @throws AppError `not_ml_matrix`, `invalid_json`, `body_too_large`
 */
export async function readMatrix(
  open: JsonSource,
  isYaml: boolean,
): Promise<{ parts: MatrixParts; faults: Imported[]; places: Map<Json, Place> }> {
  const cuts = isYaml ? walkJson(await readYaml(open), isWanted) : readJson(open, isWanted);
  const root = new Map<string, unknown>();
  const procedure: unknown[] = [];
  const parts: MatrixParts = {
    framework: null,
    version: null,
    tactics: [],
    techniques: [],
    studies: [],
    mitigations: [],
  };
  const faults: Imported[] = [];
  const places = new Map<Json, Place>();
  const ids = new Set<string>();
  for await (const cut of cuts) {
    const part = partAt(cut.path);
    if (part !== null) note(part, cut, parts, faults, places, ids);
    else if (isMitigation(cut.path)) noteMitigation(cut, parts, faults);
    else if (cut.path[0] === "procedure") procedure.push(cut.value);
    else root.set(String(cut.path[0]), cut.value);
  }
  const study = studyOf(root, procedure);
  if (study !== null) {
    parts.studies.push(study);
    places.set(study, { pointer: "", type: "case-study", id: stringOf(study["id"]) });
  }
  const isMatrix = parts.techniques.length + parts.tactics.length + parts.studies.length > 0;
  if (!isMatrix && faults.length === 0) throw notMatrix();
  parts.framework =
    study === null ? (stringOf(root.get("id")) ?? stringOf(root.get("name"))) : null;
  const version = root.get("version");
  const isNumber = typeof version === "number";
  parts.version = study === null ? (isNumber ? String(version) : stringOf(version)) : null;
  return { parts, faults, places };
}

function note(
  part: Part,
  cut: JsonCut,
  parts: MatrixParts,
  faults: Imported[],
  places: Map<Json, Place>,
  ids: Set<string>,
): void {
  const kind = part === "studies" ? "case-study" : part === "tactics" ? "tactic" : "technique";
  const value = (cut.value ?? {}) as Json;
  const place = { pointer: pointerOf(cut.path), type: kind, id: stringOf(value["id"]) };
  const isRepeated = place.id !== null && ids.has(`${part} ${place.id}`);
  const reason = cut.fault ?? faultOf(kind, cut.value) ?? (isRepeated ? "repeats an id" : null);
  if (reason !== null) {
    faults.push({ ...place, outcome: "failed", reason });
    return;
  }
  ids.add(`${part} ${place.id}`);
  parts[part].push(value);
  places.set(value, place);
}

/** Records a mitigation. It gets a receipt only if it cannot be stored. */
function noteMitigation({ path, value }: JsonCut, parts: MatrixParts, faults: Imported[]): void {
  for (const part of recordsOf([value])) {
    const reason = excessOf(part);
    if (reason === null) parts.mitigations.push(part);
    else {
      const place = { pointer: pointerOf(path), type: "mitigation", id: stringOf(part["id"]) };
      faults.push({ ...place, outcome: "failed", reason });
    }
  }
}

/** Returns the case study of a file that is one, in the format of ATLAS's site or of its data repository. */
function studyOf(root: ReadonlyMap<string, unknown>, procedure: unknown[]): Json | null {
  const inner = root.get("study");
  if (typeof inner === "object" && inner !== null && stringOf((inner as Json)["name"]) !== null) {
    return inner as Json;
  }
  if (procedure.length === 0 || stringOf(root.get("name")) === null) return null;
  return { ...Object.fromEntries(root), procedure };
}

function notMatrix(): AppError {
  return new AppError(
    "not_ml_matrix",
    `The body is no machine-learning threat matrix: send ${FORMS}.`,
  );
}
