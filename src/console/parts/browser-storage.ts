/** What the browser keeps for the console, and the page's own memory where it keeps nothing. */
interface Kept {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** Kept until it is removed, for all tabs. */
export const localKept = keptIn(() => localStorage);
/** Kept as long as the tab is open, reloads included. */
export const tabKept = keptIn(() => sessionStorage);

/** A browser may refuse storage as a whole, or have no room for more. */
function keptIn(storage: () => Storage): Kept {
  const memory = new Map<string, string>();
  const attempt = <T>(act: (store: Storage) => T, otherwise: T): T => {
    try {
      return act(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((store) => store.getItem(key), null),
    set: (key, value) => {
      const isKept = attempt((store) => {
        store.setItem(key, value);
        return true;
      }, false);
      if (isKept) memory.delete(key);
      else memory.set(key, value);
    },
    remove: (key) => {
      memory.delete(key);
      attempt((store) => store.removeItem(key), undefined);
    },
  };
}
