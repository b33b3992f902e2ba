import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { campaignsQuery, groupsQuery } from "../../api/actors.ts";
import type { Release } from "../../api/attack.ts";
import { layersQuery } from "../../api/layers.ts";
import { sessionsQuery } from "../../api/sessions.ts";
import controls from "../../parts/controls.module.css";
import styles from "./compare-page.module.css";
import { idsIn, type Source, SOURCES } from "./technique-set.ts";

const NAMES: Record<Source, string> = {
  typed: "IDs that I type",
  session: "A report",
  layer: "A layer",
  group: "A group",
  campaign: "A campaign",
};
const WHICH: Record<Exclude<Source, "typed">, string> = {
  session: "Report",
  layer: "Layer",
  group: "Group",
  campaign: "Campaign",
};
const PAUSE_MS = 400;
const MOST_SESSIONS = 200;

interface Props {
  from: Source;
  set: string;
  release: Release;
  onChange: (change: { from: Source; set: string | undefined }) => void;
}

/** The source of the set, and the set. */
export function SetInput({ from, set, release, onChange }: Props) {
  return (
    <div className={styles.set}>
      <label>
        Techniques of
        <select
          className={controls.field}
          value={from}
          onChange={({ target }) => {
            const chosen = SOURCES.find((source) => source === target.value) ?? "typed";
            onChange({ from: chosen, set: undefined });
          }}
        >
          {SOURCES.map((source) => (
            <option key={source} value={source}>
              {NAMES[source]}
            </option>
          ))}
        </select>
      </label>
      {from === "typed" ? (
        <TypedIds ids={set} onIds={(ids) => onChange({ from, set: ids })} />
      ) : (
        <Choice
          from={from}
          set={set}
          release={release}
          onChoose={(chosen) => onChange({ from, set: chosen })}
        />
      )}
    </div>
  );
}

/** A text with ids. The ids found go to the address after a pause in typing. */
function TypedIds({ ids, onIds }: { ids: string; onIds: (ids: string | undefined) => void }) {
  const [text, setText] = useState(ids);
  const tell = useRef(onIds);
  useEffect(() => {
    tell.current = onIds;
  });
  const found = idsIn(text).join(",");
  useEffect(() => {
    if (found === idsIn(ids).join(",")) return undefined;
    const timer = setTimeout(() => tell.current(found || undefined), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [found, ids]);
  return (
    <label className={styles.typed}>
      <span>IDs, or any text that contains them</span>
      <textarea
        className={controls.field}
        rows={3}
        spellCheck={false}
        placeholder="T1059.001, T1566, T1078"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  );
}

interface ChoiceProps {
  from: Exclude<Source, "typed">;
  set: string;
  release: Release;
  onChoose: (id: string | undefined) => void;
}

function Choice({ from, set, release, onChoose }: ChoiceProps) {
  const query = { limit: MOST_SESSIONS, offset: 0 };
  const sessions = useQuery({ ...sessionsQuery(query), enabled: from === "session" });
  const layers = useQuery({ ...layersQuery(), enabled: from === "layer" });
  const groups = useQuery({ ...groupsQuery(release), enabled: from === "group" });
  const campaigns = useQuery({ ...campaignsQuery(release), enabled: from === "campaign" });
  const choices = {
    session: sessions.data?.items.map(({ session_id: id, title: name }) => ({ id, name })),
    layer: layers.data?.map(({ layer_id: id, name }) => ({ id, name })),
    group: groups.data?.map(({ attack_id: id, name }) => ({ id, name })),
    campaign: campaigns.data?.map(({ attack_id: id, name }) => ({ id, name })),
  }[from];
  const isListed = set === "" || choices?.some(({ id }) => id === set) === true;
  return (
    <label>
      {WHICH[from]}
      <select
        className={`${controls.field} ${styles.choice}`}
        value={set}
        onChange={({ target }) => onChoose(target.value || undefined)}
      >
        <option value="">{choices?.length === 0 ? "None" : "Choose one"}</option>
        {isListed ? null : <option value={set}>{set}</option>}
        {choices?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
