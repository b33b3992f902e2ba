/**
 * Returns `build` with its results cached: one per object, for as long as that object is in memory. Whatever is
 * derived from a release index (names, lexicons, measures) is cached this way, since an index never changes.
 */
export function derive<Source extends object, Derived>(
  build: (source: Source) => Derived,
): (source: Source) => Derived {
  const cache = new WeakMap<Source, { derived: Derived }>();
  return (source) => {
    const known = cache.get(source) ?? { derived: build(source) };
    cache.set(source, known);
    return known.derived;
  };
}
