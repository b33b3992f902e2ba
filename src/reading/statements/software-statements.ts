import type { Named, NamedThing } from "./named-things.ts";
import { findSaid, type Said } from "./words.ts";
import { actorAt } from "./actor-at.ts";

/** A statement of a text about two named items. */
export interface Statement {
  source: string;
  relation: "uses" | "drops" | "downloads" | "exploits" | "targets" | "attributed-to";
  target: string;
}

/** Maximum distance between the actor, the verb and the object, in UTF-16 units. */
const VERB = 60;
const OBJECT = 90;
/** The end of a verb's scope. */
const OTHER_CLAUSE =
  /[.;:!?。；：！？]\s|[。；]|\s(?:but|which|while|whereas|unlike|without|after|before|when)\s|\s[–—|]\s/iu;
const CVE = /CVE-\d{4}-\d{4,}/giu;

/**
 * Returns the actions of actors and malware with software and vulnerabilities, and the actors of campaigns, as stated
 * in a text: "APT29 deployed SUNBURST", "SUNBURST, used by APT29", "Operation X, attributed to APT29".
 */
export function statementsIn(text: string, named: readonly Named[], foreign: boolean): Statement[] {
  const objects = [
    ...named.map(({ thing, start, end }) => ({ key: thing.key, kind: thing.kind, start, end })),
    ...[...text.matchAll(CVE)].map(({ 0: id, index }) => ({
      key: id.toUpperCase(),
      kind: "cve" as const,
      start: index,
      end: index + id.length,
    })),
  ];
  return named.flatMap((one) => {
    const { thing, start, end } = one;
    if (thing.kind === "tool") return [];
    const acts = actorAt(text, one, foreign);
    const isActor = acts === "name" || (acts === "people" && thing.kind !== "malware");
    return [
      ...(isActor ? didWith(text, thing, end, objects) : []),
      ...(thing.kind === "malware" ? [] : doneBy(text, thing, start, objects)),
    ];
  });
}

interface Object {
  key: string;
  kind: NamedThing["kind"] | "cve";
  start: number;
  end: number;
}

/** Returns the objects after an actor's verb. */
function didWith(text: string, actor: NamedThing, end: number, objects: readonly Object[]) {
  const verb = findSaid(text, end, Math.min(text.length, end + VERB)).find(
    ({ meaning, start }) => meaning !== "belongs" && !OTHER_CLAUSE.test(text.slice(end, start)),
  );
  if (verb === undefined) return [];
  return objects.flatMap((object): Statement[] => {
    const isNear = object.start >= verb.end && object.start - verb.end <= OBJECT;
    if (!isNear || OTHER_CLAUSE.test(text.slice(verb.end, object.start))) return [];
    const relation = relationOf(actor, verb.meaning, object);
    return relation === null || object.key === actor.key
      ? []
      : [{ source: actor.key, relation, target: object.key }];
  });
}

function relationOf(
  { kind: actor }: NamedThing,
  said: Said,
  { kind }: Object,
): Statement["relation"] | null {
  if (kind === "cve") {
    if (said !== "exploit") return null;
    return actor === "malware" ? "exploits" : "targets";
  }
  if (kind !== "malware" && kind !== "tool") return null;
  if (said !== "use" && said !== "drop" && said !== "download") return null;
  if (actor !== "malware" || said === "use") return "uses";
  return said === "drop" ? "drops" : "downloads";
}

/** Returns the items before "used by" and a name, and campaigns before "attributed to" and a name. */
function doneBy(text: string, actor: NamedThing, start: number, objects: readonly Object[]) {
  const from = Math.max(0, start - VERB);
  const said = findSaid(text, from, start);
  const last = said.at(-1);
  if (last === undefined || text.slice(last.end, start).trim().split(/\s+/u).length > 2) return [];
  if (last.meaning === "ascribed") return workOf(text, actor, last.start, objects);
  const verb = said.at(-2);
  const isUse = verb?.meaning === "use" || verb?.meaning === "drop";
  if (last.meaning !== "by" || !isUse || text.slice(verb.end, last.start).trim() !== "") return [];
  return objects.flatMap(({ key, kind, end }): Statement[] => {
    const isNear = end <= verb.start && verb.start - end <= VERB;
    const isSoftware = kind === "malware" || kind === "tool";
    if (!isSoftware || !isNear || OTHER_CLAUSE.test(text.slice(end, verb.start))) return [];
    return [{ source: actor.key, relation: "uses", target: key }];
  });
}

function workOf(text: string, actor: NamedThing, at: number, objects: readonly Object[]) {
  if (actor.kind !== "group") return [];
  return objects.flatMap(({ key, kind, end }): Statement[] => {
    const isNear = kind === "campaign" && end <= at && at - end <= VERB;
    if (!isNear || OTHER_CLAUSE.test(text.slice(end, at))) return [];
    return [{ source: key, relation: "attributed-to", target: actor.key }];
  });
}
