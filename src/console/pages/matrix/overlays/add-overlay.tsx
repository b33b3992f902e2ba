import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { campaignsQuery, groupsQuery } from "../../../api/actors.ts";
import type { NamedRelease } from "../../../api/attack.ts";
import { layersQuery } from "../../../api/layers.ts";
import { domainSessionsQuery } from "../../../api/sessions.ts";
import { OVERLAY_NAMES, type OverlayKind, type OverlayRef, writeRef } from "./overlay-ref.ts";
import styles from "./overlays.module.css";
import type { OverlayState } from "./use-overlays.ts";

interface Choice {
  ref: OverlayRef;
  name: string;
  /** Additional search terms: id and other names. */
  also: string;
  count: number;
}

interface Props {
  release: NamedRelease;
  states: readonly OverlayState[];
  onAdd: (ref: OverlayRef) => void;
}

/** The search limit of the service, in characters. */
const MOST_SEARCHED = 100;
/** Several screens of results. Further ones are found by typing. */
const MOST_SHOWN = 60;

/** Finds a report, group, campaign or layer by name or id and adds it to the matrix. */
export function AddOverlay({ release, states, onAdd }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const choices = useChoices(release, isOpen, typed);
  const others = useMemo(() => {
    const shown = new Set(states.map(({ ref }) => writeRef(ref)));
    return choices.filter(({ ref }) => !shown.has(writeRef(ref)));
  }, [choices, states]);
  return (
    <Combobox.Root
      items={others}
      value={null}
      onValueChange={(choice: Choice | null) => {
        if (choice !== null) onAdd(choice.ref);
      }}
      inputValue={typed}
      onInputValueChange={(value, { reason }) => setTyped(reason === "item-press" ? "" : value)}
      open={isOpen}
      onOpenChange={setOpen}
      filter={(choice: Choice, words) => matches(choice, words)}
      limit={MOST_SHOWN}
      itemToStringLabel={({ name }: Choice) => name}
      autoHighlight
    >
      <Combobox.Input
        className={styles.input}
        aria-label="Add an overlay"
        placeholder="Add a report, group, campaign or layer"
      />
      <Combobox.Portal>
        <Combobox.Positioner className={styles.place} sideOffset={4} align="start">
          <Combobox.Popup className={styles.popup} aria-label="Overlays to add">
            <Combobox.Empty className={styles.empty}>No match.</Combobox.Empty>
            <Combobox.List>
              {(choice: Choice) => (
                <Combobox.Item key={writeRef(choice.ref)} value={choice} className={styles.item}>
                  <span className={styles.itemName}>{choice.name}</span>
                  <span className={styles.kind}>
                    {OVERLAY_NAMES[choice.ref.kind]} · {choice.count}
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function matches({ name, also }: Choice, typed: string): boolean {
  const text = `${name} ${also}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns everything that can be an overlay, fetched on first use. */
function useChoices(release: NamedRelease, isWanted: boolean, typed: string): Choice[] {
  const enabled = isWanted && release.version !== "";
  // There may be more sessions than one list contains.
  const search = useDeferredValue(typed.trim().slice(0, MOST_SEARCHED));
  const { data: sessions } = useQuery({
    ...domainSessionsQuery(release.domain, search),
    enabled,
    placeholderData: keepPreviousData,
  });
  const { data: layers } = useQuery({ ...layersQuery(release.domain), enabled });
  const { data: groups } = useQuery({ ...groupsQuery(release), enabled });
  const { data: campaigns } = useQuery({ ...campaignsQuery(release), enabled });
  return useMemo(
    () => [
      ...(layers ?? []).map((one) =>
        toChoice("layer", one.layer_id, one.name, one.technique_count),
      ),
      ...(sessions ?? []).map((one) =>
        toChoice("session", one.session_id, one.title, one.technique_count, one.tags),
      ),
      ...(groups ?? []).map((one) =>
        toChoice("group", one.attack_id, one.name, one.technique_count, one.aliases),
      ),
      ...(campaigns ?? []).map((one) =>
        toChoice("campaign", one.attack_id, one.name, one.technique_count),
      ),
    ],
    [layers, sessions, groups, campaigns],
  );
}

function toChoice(
  kind: OverlayKind,
  id: string,
  name: string,
  count: number,
  also: readonly string[] = [],
): Choice {
  return {
    ref: { kind, id },
    name,
    count,
    also: [kind, OVERLAY_NAMES[kind], id, ...also].join(" "),
  };
}
