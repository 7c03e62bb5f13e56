"use client";

import { Dialog } from "@/ui/dialog";

type Props = { title: string; message: string; onClose: () => void };

/** A message in a dialog. In a separate file, because it is loaded when it is opened. */
export default function MessageDialog({ title, message, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <p className="max-w-prose">{message}</p>
    </Dialog>
  );
}
