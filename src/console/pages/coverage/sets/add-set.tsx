import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { campaignsQuery, groupsQuery } from "../../../api/actors.ts";
import { layersQuery } from "../../../api/layers.ts";
import { sessionsQuery } from "../../../api/sessions.ts";
import controls from "../../../parts/controls.module.css";
import styles from "../coverage-page.module.css";
import {
  type CoverageChange,
  type CoverageSearch,
  listOf,
  SET_NAMES,
  type SetName,
} from "../search.ts";
import { SET_KINDS } from "../words.ts";

const MOST_SESSIONS = 200;
const ID = /\b(?:AML\.)?T\d{4}(?:\.\d{3})?\b/giu;

interface Props {
  search: CoverageSearch;
  onChange: (change: CoverageChange) => void;
}

/** Adds a set to the coverage query. */
export function AddSet({ search, onChange }: Props) {
  const [name, setName] = useState<SetName>("session_id");
  const add = (ids: readonly string[]) => {
    const all = [...new Set([...listOf(search[name]), ...ids])];
    if (ids.length > 0) onChange({ [name]: all.join(","), technique: undefined });
  };
  return (
    <span className={styles.line}>
      <span>
        Add{" "}
        <select
          className={controls.field}
          aria-label="Add from"
          value={name}
          onChange={({ target }) =>
            setName(SET_NAMES.find((one) => one === target.value) ?? "session_id")
          }
        >
          {SET_NAMES.map((one) => (
            <option key={one} value={one}>
              {SET_KINDS[one].name}
            </option>
          ))}
        </select>
      </span>
      {name === "technique_ids" ? (
        <TypedIds onAdd={add} />
      ) : (
        <Choice key={name} name={name} search={search} onAdd={add} />
      )}
    </span>
  );
}

/** A text with ids. */
function TypedIds({ onAdd }: { onAdd: (ids: readonly string[]) => void }) {
  const [text, setText] = useState("");
  const ids = [...new Set(text.toUpperCase().match(ID))];
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(ids);
        setText("");
      }}
    >
      <input
        className={controls.field}
        aria-label="Technique IDs, or any text with IDs in it"
        placeholder="T1059.001, T1566"
        size={22}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className={controls.button} disabled={ids.length === 0}>
        Add
      </button>
    </form>
  );
}

interface ChoiceProps {
  name: Exclude<SetName, "technique_ids">;
  search: CoverageSearch;
  onAdd: (ids: readonly string[]) => void;
}

/** A choice among the existing ones. */
function Choice({ name, search, onAdd }: ChoiceProps) {
  const [id, setId] = useState("");
  const chosen = listOf(search[name]);
  const choices = useChoices(name, search)?.filter((one) => !chosen.includes(one.id));
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        if (id !== "") onAdd([id]);
        setId("");
      }}
    >
      <select
        className={`${controls.field} ${styles.choice}`}
        aria-label={`${SET_KINDS[name].name} to add`}
        value={id}
        onChange={({ target }) => setId(target.value)}
      >
        <option value="">{choices?.length === 0 ? "None to add" : "Choose one"}</option>
        {choices?.map((one) => (
          <option key={one.id} value={one.id}>
            {one.label}
          </option>
        ))}
      </select>
      <button type="submit" className={controls.button} disabled={id === ""}>
        Add
      </button>
    </form>
  );
}

interface Listed {
  id: string;
  label: string;
}

function useChoices(name: SetName, { domain, version }: CoverageSearch): Listed[] | undefined {
  const release = { domain, version };
  const isOf = (one: SetName) => ({ enabled: name === one });
  const newest = { limit: MOST_SESSIONS, offset: 0, status: "completed" as const };
  const sessions = useQuery({ ...sessionsQuery(newest), ...isOf("session_id") });
  const layers = useQuery({ ...layersQuery(), ...isOf("layer_id") });
  const groups = useQuery({ ...groupsQuery(release), ...isOf("group_id") });
  const campaigns = useQuery({ ...campaignsQuery(release), ...isOf("campaign_id") });
  const named = ({ attack_id: id, name: label }: { attack_id: string; name: string }) => ({
    id,
    label: `${label} (${id})`,
  });
  if (name === "group_id") return groups.data?.map(named);
  if (name === "campaign_id") return campaigns.data?.map(named);
  if (name === "layer_id") {
    return layers.data?.map(({ layer_id: id, name: label }) => ({ id, label }));
  }
  return sessions.data?.items.map(({ session_id: id, title: label }) => ({ id, label }));
}
