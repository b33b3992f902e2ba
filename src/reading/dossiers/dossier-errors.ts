import { AppError } from "../../platform/lib/errors.ts";

/** The error for a dossier that is not there. */
export function noSuchDossier(dossierId: string): AppError {
  return new AppError("not_found", `There is no dossier ${dossierId}.`);
}

/** The error for sessions that a dossier is to hold and that are not there. */
export function noSuchSessions(places: readonly { id: string; place: number }[]): AppError {
  const errors = places.map(({ id, place }) => ({
    pointer: `/session_ids/${place}`,
    detail: `There is no session ${id}.`,
  }));
  return new AppError("validation_error", errors[0]?.detail ?? "There is no such session.", {
    errors,
  });
}
