import { AppError } from "../../platform/lib/errors.ts";

/** Returns the error for a dossier that does not exist. */
export function noSuchDossier(dossierId: string): AppError {
  return new AppError("not_found", `There is no dossier ${dossierId}.`);
}

/** Returns the error for a dossier's sessions that do not exist. */
export function noSuchSessions(places: readonly { id: string; place: number }[]): AppError {
  const errors = places.map(({ id, place }) => ({
    pointer: `/session_ids/${place}`,
    detail: `There is no session ${id}.`,
  }));
  return new AppError("validation_error", errors[0]?.detail ?? "There is no such session.", {
    errors,
  });
}
