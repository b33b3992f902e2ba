import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type CreatedWebhook, createWebhook, type NewWebhook } from "../../../api/webhooks.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "./webhooks.module.css";
import { EVENT_TYPES, EVENTS, SHAPES } from "./words.ts";

const MAX_NAME = 80;
const MAX_URL = 2_048;

const EMPTY: NewWebhook = {
  name: "",
  url: "",
  shape: "standard",
  event_types: [...EVENT_TYPES],
  include_restricted: false,
};

interface Props {
  onClose: () => void;
  onCreated: (webhook: CreatedWebhook) => void;
}

/** The form for a new webhook. */
export function AddWebhook({ onClose, onCreated }: Props) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const create = useMutation({
    mutationFn: createWebhook,
    onSuccess: onCreated,
    onSettled: () => queries.invalidateQueries({ queryKey: ["webhooks"] }),
  });
  const change = (part: Partial<NewWebhook>) => setDraft((known) => ({ ...known, ...part }));
  return (
    <form
      aria-label="New webhook"
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(draft);
      }}
    >
      <Receiver draft={draft} onChange={change} />
      <Events draft={draft} onChange={change} />
      <div className={styles.line}>
        <button
          type="submit"
          className={controls.primary}
          disabled={create.isPending || draft.event_types.length === 0}
        >
          Create
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          Cancel
        </button>
      </div>
      {create.isError ? <ErrorPane error={create.error} /> : null}
    </form>
  );
}

interface FieldsProps {
  draft: NewWebhook;
  onChange: (part: Partial<NewWebhook>) => void;
}

function Receiver({ draft, onChange }: FieldsProps) {
  return (
    <div className={styles.fields}>
      <label className={styles.label}>
        Name
        <input
          required
          autoFocus
          className={controls.field}
          maxLength={MAX_NAME}
          value={draft.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </label>
      <label className={styles.label}>
        URL
        <input
          required
          type="url"
          autoComplete="off"
          className={controls.field}
          maxLength={MAX_URL}
          placeholder="https://"
          value={draft.url}
          onChange={({ target }) => onChange({ url: target.value })}
        />
      </label>
      <label className={styles.label}>
        Form
        <select
          className={controls.field}
          value={draft.shape}
          onChange={({ target }) => onChange({ shape: target.value as NewWebhook["shape"] })}
        >
          {Object.entries(SHAPES).map(([shape, name]) => (
            <option key={shape} value={shape}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Events({ draft, onChange }: FieldsProps) {
  const { event_types: chosen } = draft;
  return (
    <>
      <fieldset className={styles.events}>
        <legend>Events</legend>
        {EVENT_TYPES.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              onChange={({ target }) =>
                onChange({
                  event_types: EVENT_TYPES.filter((one) =>
                    one === type ? target.checked : chosen.includes(one),
                  ),
                })
              }
            />{" "}
            {EVENTS[type]}
          </label>
        ))}
      </fieldset>
      <label>
        <input
          type="checkbox"
          checked={draft.include_restricted}
          onChange={({ target }) => onChange({ include_restricted: target.checked })}
        />{" "}
        Send names of reports that are marked TLP:RED or TLP:AMBER+STRICT
      </label>
    </>
  );
}
