import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { type CreatedApiToken, createToken, type NewApiToken } from "../../../api/tokens.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useRole } from "../../../parts/use-role.ts";
import styles from "../admin.module.css";

const ROLES = [
  { role: "viewer", means: "Viewer: read" },
  { role: "analyst", means: "Analyst: read and change" },
  { role: "admin", means: "Admin: manage the service" },
] as const;
const DAYS = [7, 30, 90, 365] as const;
const USUAL_DAYS = 90;
const MAX_NAME = 80;

interface Props {
  onCreated: (token: CreatedApiToken) => void;
  onClose: () => void;
}

/** The form for a token: its purpose, role and expiry. */
export function CreateToken({ onCreated, onClose }: Props) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: createToken,
    onSuccess: async (token) => {
      onCreated(token);
      await queries.invalidateQueries({ queryKey: ["tokens"] });
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(readToken(new FormData(event.currentTarget)));
  };
  return (
    <form
      aria-label="New API token"
      className={styles.part}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div className={styles.line}>
        <label>
          Name{" "}
          <input
            autoFocus
            required
            className={controls.field}
            name="name"
            maxLength={MAX_NAME}
            placeholder="Nightly import"
            autoComplete="off"
          />
        </label>
        <RoleAndDays />
        <button type="submit" className={controls.primary} disabled={create.isPending}>
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

function RoleAndDays() {
  const mine = useRole();
  return (
    <>
      <label>
        Role{" "}
        <select className={controls.field} name="role" defaultValue="viewer">
          {ROLES.filter(({ role }) => role !== "admin" || mine === "admin").map((choice) => (
            <option key={choice.role} value={choice.role}>
              {choice.means}
            </option>
          ))}
        </select>
      </label>
      <label>
        Expires after{" "}
        <select className={controls.field} name="days" defaultValue={USUAL_DAYS}>
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {days} days
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function readToken(form: FormData): NewApiToken {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const role = ROLES.find((choice) => choice.role === text("role"))?.role ?? "viewer";
  return { name: text("name"), role, expires_in_days: Number(text("days")) };
}
