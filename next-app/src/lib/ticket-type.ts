/** The type of a pass among tickets. */
const pass = 1;

/** Whether a ticket of an account is a pass. */
export const isPass = ({ ticketTypeId }: { ticketTypeId: number }): boolean => ticketTypeId === pass;
