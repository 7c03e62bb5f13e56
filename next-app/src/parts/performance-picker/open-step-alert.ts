import { createContext, type ReactNode } from "react";

/**
 * The alert that says that the open step must be completed first; null if there is none. It has a file of its own, so
 * that the page does not load the steps before the picker.
 */
export const OpenStepAlert = createContext<ReactNode>(null);
