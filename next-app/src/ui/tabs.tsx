"use client";

import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";

type Props<T extends string> = {
  label: string;
  tabs: readonly { id: T; words: string }[];
  chosen: T;
  onChoose: (id: T) => void;
  /** What the chosen tab shows. It keeps its state from tab to tab. */
  children: ReactNode;
};

/** Views of one thing, of which one is shown: arrow keys go from one to the other. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose, children }: Props<T>) {
  return (
    <AriaTabs
      selectedKey={chosen}
      onSelectionChange={(id) => onChoose(id as T)}
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
    >
      <TabList aria-label={label} className="flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            id={tab.id}
            className="-mb-px grid min-h-11 cursor-pointer place-items-center border-b-3 border-transparent px-4 font-semibold text-ink-2 outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-focus data-selected:border-brand data-selected:text-ink"
          >
            {tab.words}
          </Tab>
        ))}
      </TabList>
      <TabPanel
        id={chosen}
        className="outline-offset-4 data-focus-visible:outline-2 data-focus-visible:outline-focus"
      >
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
