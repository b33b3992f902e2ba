import type { Entity, Summary } from "./summary-schema.ts";

/**
 * What a registry and the registrar that it links to say of one domain: a thin registry such as
 * that of .com knows the registrar alone, who knows the holder. Where both say something of the same,
 * the registry is right about the registration, and no data of either is lost.
 * @param relatedUrl where the registrar's answer came from
 */
export function mergeSummaries(registry: Summary, registrar: Summary, relatedUrl: string): Summary {
  return {
    ...registry,
    related_url: relatedUrl,
    handle: registry.handle ?? registrar.handle,
    name: registry.name ?? registrar.name,
    country: registry.country ?? registrar.country,
    registrar: registry.registrar ?? registrar.registrar,
    status: [...new Set([...registry.status, ...registrar.status])],
    events: mergeEvents(registry.events, registrar.events),
    nameservers: registry.nameservers.length > 0 ? registry.nameservers : registrar.nameservers,
    entities: mergeEntities(registry.entities, registrar.entities),
    redacted: [...new Set([...registry.redacted, ...registrar.redacted])],
  };
}

/** Both count the registration, a little apart. */
function mergeEvents(registry: Summary["events"], registrar: Summary["events"]) {
  const known = new Set(registry.map(({ action }) => action));
  return [...registry, ...registrar.filter(({ action }) => !known.has(action))];
}

function mergeEntities(registry: readonly Entity[], registrar: readonly Entity[]): Entity[] {
  const merged = registry.map((entity) => ({ ...entity }));
  for (const entity of registrar) {
    const known = merged.find((other) => isSame(other, entity));
    if (known === undefined) merged.push(entity);
    else {
      known.roles = [...new Set([...known.roles, ...entity.roles])];
      known.email ??= entity.email;
      known.handle ??= entity.handle;
    }
  }
  return merged;
}

/** The same name, unless e-mail addresses that are published of both differ. */
function isSame(a: Entity, b: Entity): boolean {
  const mayBe = (x: string | null, y: string | null) => x === null || y === null || x === y;
  return a.name !== null && a.name === b.name && mayBe(a.email, b.email);
}
