"use client";

import { Dialog } from "@/ui/dialog";

type Props = { title: string; message: string; onClose: () => void };

/** A message in a dialog. This component has a separate file, because it is loaded only when the dialog opens. */
export default function MessageDialog({ title, message, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <p className="max-w-prose">{message}</p>
    </Dialog>
  );
}
