/** The address of a report in the intake. */
export const reportPath = (reportId: string) => `/intake?report_id=${reportId}`;
