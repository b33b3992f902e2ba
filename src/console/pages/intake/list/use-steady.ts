import { useLayoutEffect, useRef, useState } from "react";

type Handlers = Record<string, (...given: never[]) => void>;

/** Returns handlers with a stable identity whose behavior may change, so that a memoized row does not rerender. */
export function useSteady<H extends Handlers>(latest: H): H {
  const known = useRef(latest);
  useLayoutEffect(() => {
    known.current = latest;
  });
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(latest).map((name) => [
          name,
          (...given: never[]) => known.current[name]?.(...given),
        ]),
      ) as H,
  );
  return steady;
}
