/** Browser storage of the console, with memory as a fallback. */
interface Kept {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** Stored until it is removed, for all tabs. */
export const localKept = keptIn(() => localStorage);
/** Stored until the tab is closed, even across reloads. */
export const tabKept = keptIn(() => sessionStorage);

/** Wraps a browser storage with a memory fallback, because a browser may disable it or have no space left. */
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
