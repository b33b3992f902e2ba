/** Returns the address of a report in the intake. */
export const reportPath = (reportId: string) => `/intake?report=${reportId}`;
