import { seededRandom } from "./random.ts";

/** An object of a STIX bundle, as far as it is changed here. */
export type FutureObject = Record<string, unknown> & { type: string; id: string };

/** What the made-up release holds that nobody has seen. */
export interface FutureFacts {
  /** Short name and name. */
  tactics: [string, string][];
  /** The tactic that was renamed, by its short names. */
  renamed: { from: string; to: string };
  technique: { attack_id: string; name: string; platforms: string[] };
  subtechnique: { attack_id: string; name: string };
  /** A revoked id with its two successors. */
  split: { from: string; to: [string, string] };
  /** A revoked id that leads to both parts by way of another revoked one. */
  chained: string;
  /** Ids that are deprecated, revoked without a successor, and not there at all. */
  deprecated: string;
  orphaned: string;
  dropped: string;
  group: { attack_id: string; name: string };
}

const VERSION = "99.0";
const uuid = (n: number) => `99000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const reference = (id: string) => [
  { source_name: "mitre-attack", external_id: id, url: `https://attack.mitre.org/x/${id}` },
];

/**
 * Makes of a release another one, 99.0, with ids, tactics, platforms, object types and fields that
 * nobody has seen. The same bundle and seed give the same release.
 */
export function makeFutureRelease(
  bundle: { objects: readonly object[] },
  seed: number,
): { bundle: { type: string; id: string; objects: FutureObject[] }; facts: FutureFacts } {
  const random = seededRandom(seed);
  const objects = structuredClone(bundle.objects) as FutureObject[];
  const chosen = choose(objects, random);
  const renamed = renameTactic(objects, random);
  const facts = describe(chosen.map(idOf), renamed);
  const [split, chained, deprecated, orphaned, dropped, part] = chosen as [
    FutureObject,
    FutureObject,
    FutureObject,
    FutureObject,
    FutureObject,
    FutureObject,
  ];
  Object.assign(split, { revoked: true });
  Object.assign(chained, { revoked: true });
  Object.assign(deprecated, { x_mitre_deprecated: true });
  Object.assign(orphaned, { revoked: true });
  const kept = objects.filter(
    (object) => object !== dropped && !Object.values(object).includes(dropped.id),
  );
  const all = [...kept, ...newObjects(facts, { split, chained, part })];
  for (const object of all) addFields(object, random);
  const contents = all.filter(({ type }) => type !== "x-mitre-collection");
  const collection = all.find(({ type }) => type === "x-mitre-collection");
  Object.assign(collection ?? {}, {
    x_mitre_version: VERSION,
    x_mitre_contents: contents.map(({ id }) => ({ object_ref: id })),
  });
  extendMatrix(all);
  return { bundle: { type: "bundle", id: `bundle--${uuid(0)}`, objects: all }, facts };
}

/** Six active techniques of different families, so that nothing of one hangs on another. */
function choose(objects: readonly FutureObject[], random: () => number): FutureObject[] {
  const families = Map.groupBy(
    objects.filter((object) => object.type === "attack-pattern" && isActive(object)),
    (object) => idOf(object).split(".")[0] ?? "",
  );
  const single = [...families.values()].flatMap((family) => (family.length === 1 ? family : []));
  const chosen: FutureObject[] = [];
  while (chosen.length < 6 && single.length > 0) {
    chosen.push(...single.splice(Math.floor(random() * single.length), 1));
  }
  if (chosen.length < 6) throw new Error("The bundle has fewer than six techniques on their own.");
  return chosen;
}

function describe(ids: readonly string[], renamed: FutureFacts["renamed"]): FutureFacts {
  const [split = "", chained = "", deprecated = "", orphaned = "", dropped = "", part = ""] = ids;
  return {
    tactics: [
      ["time-travel", "Time Travel"],
      ["量子混淆", "量子混淆 Путаница"],
    ],
    renamed,
    technique: {
      attack_id: "T9901",
      name: "Мысленный эксплойт",
      platforms: ["Нейроимплант", "轨道站"],
    },
    subtechnique: { attack_id: "T9901.001", name: "梦境注入" },
    split: { from: split, to: ["T9901", part] },
    chained,
    deprecated,
    orphaned,
    dropped,
    group: { attack_id: "G9901", name: "Зелёный Кабан 绿色野猪" },
  };
}

function renameTactic(objects: readonly FutureObject[], random: () => number) {
  const tactics = objects.filter((object) => object.type === "x-mitre-tactic" && isActive(object));
  const tactic = tactics[Math.floor(random() * tactics.length)];
  const from = String(tactic?.["x_mitre_shortname"]);
  const to = `was-${from}`;
  Object.assign(tactic ?? {}, { x_mitre_shortname: to, name: `Formerly ${from}` });
  for (const object of objects) {
    const phases = (object["kill_chain_phases"] ?? []) as { phase_name: string }[];
    for (const phase of phases) if (phase.phase_name === from) phase.phase_name = to;
  }
  return { from, to };
}

function newObjects(
  facts: FutureFacts,
  { split, chained, part }: Record<"split" | "chained" | "part", FutureObject>,
): FutureObject[] {
  const { technique, subtechnique, tactics, group } = facts;
  const [phase] = (part["kill_chain_phases"] ?? []) as { kill_chain_name: string }[];
  const chain = phase?.kill_chain_name ?? "mitre-attack";
  const phases = tactics.map(([phase_name]) => ({ kill_chain_name: chain, phase_name }));
  const created = { created: "2099-01-01T00:00:00.000Z", modified: "2099-01-01T00:00:00.000Z" };
  const own = (n: number, one: { attack_id: string; name: string }) => ({
    type: "attack-pattern",
    id: `attack-pattern--${uuid(n)}`,
    name: one.name,
    description: `How adversaries of the future use ${one.name}.`,
    external_references: reference(one.attack_id),
    kill_chain_phases: phases,
    x_mitre_platforms: technique.platforms,
    x_mitre_is_subtechnique: one.attack_id.includes("."),
    ...created,
  });
  const link = (n: number, type: string, source: string, target: string) => ({
    type: "relationship",
    id: `relationship--${uuid(n)}`,
    relationship_type: type,
    source_ref: source,
    target_ref: target,
    description: `Seen of ${group.name}.`,
    ...created,
  });
  const [first, second] = [own(1, technique), own(2, subtechnique)];
  const actor = `intrusion-set--${uuid(5)}`;
  return [
    first,
    second,
    ...tactics.map(([shortname, name], n) => ({
      type: "x-mitre-tactic",
      id: `x-mitre-tactic--${uuid(10 + n)}`,
      name,
      x_mitre_shortname: shortname,
      external_references: reference(`TA99${10 + n}`),
      ...created,
    })),
    {
      type: "intrusion-set",
      id: actor,
      name: group.name,
      aliases: [group.name],
      external_references: reference(group.attack_id),
      ...created,
    },
    {
      type: "x-mitre-omen",
      id: `x-mitre-omen--${uuid(6)}`,
      name: "🜏",
      portends: [{ of: first.id }],
    },
    link(20, "revoked-by", split.id, first.id),
    link(21, "revoked-by", split.id, part.id),
    link(22, "revoked-by", chained.id, split.id),
    link(23, "subtechnique-of", second.id, first.id),
    link(24, "uses", actor, first.id),
    link(25, "uses", actor, part.id),
    link(26, "foretells", `x-mitre-omen--${uuid(6)}`, first.id),
  ];
}

/** Fields of every shape that the standard leaves room for. */
function addFields(object: FutureObject, random: () => number): void {
  if (random() < 0.1) object["x_mitre_mood"] = { deep: [[["", null, { a: 1e300 }]]], no: false };
  if (random() < 0.05) object["x_mitre_波"] = "ч".repeat(2_000);
}

function extendMatrix(objects: readonly FutureObject[]): void {
  const added = objects.filter(({ type, id }) => type === "x-mitre-tactic" && id.includes("--99"));
  const matrix = objects.find(({ type }) => type === "x-mitre-matrix");
  if (matrix === undefined) return;
  const refs = matrix["tactic_refs"] as string[];
  matrix["tactic_refs"] = [...added.map(({ id }) => id), ...refs];
}

function idOf(object: FutureObject): string {
  const [first] = object["external_references"] as { external_id: string }[];
  return first?.external_id ?? "";
}

function isActive(object: FutureObject): boolean {
  return object["revoked"] !== true && object["x_mitre_deprecated"] !== true;
}
