"use client";

import { useEffect, useRef } from "react";

/**
 * Tickets as HTML from the API, which contains text and pictures only. A group of tickets is a Tab stop while it scrolls,
 * so that the arrow keys can scroll it.
 */
export function TicketHtml({ html, className }: { html: string; className: string }) {
  const tickets = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const groups = [...(tickets.current?.querySelectorAll<HTMLElement>("[role=group]") ?? [])];
    const observer = new ResizeObserver(() => groups.forEach(setTabStop));
    for (const group of groups) observer.observe(group);
    return () => observer.disconnect();
  });
  return <div ref={tickets} className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}

function setTabStop(group: HTMLElement): void {
  if (group.scrollWidth > group.clientWidth) group.tabIndex = 0;
  else group.removeAttribute("tabindex");
}
