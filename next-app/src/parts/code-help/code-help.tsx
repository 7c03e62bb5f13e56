"use client";

import { Dialog } from "@/ui/dialog";

type DrawingTexts = { label: string; holder: string; product: string; code: string; here: string };

type Props = { title: string; drawing: DrawingTexts; lines: string[]; onClose: () => void };

/** Shows where the code of a pass or a ticket is printed, as a picture and in words. */
export default function CodeHelp({ title, drawing, lines, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="grid gap-4">
        <TicketDrawing {...drawing} />
        <ul className="grid list-disc gap-2 pl-5">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function TicketDrawing({ label, holder, product, code, here }: DrawingTexts) {
  return (
    <svg viewBox="0 0 420 250" role="img" aria-label={label} className="h-auto w-full text-ink">
      <rect
        x="1"
        y="1"
        width="418"
        height="248"
        rx="14"
        className="fill-sunken stroke-line"
        strokeWidth="2"
      />
      <text x="24" y="44" className="fill-ink-2" fontSize="13" fontWeight="600" letterSpacing="2">
        {product}
      </text>
      <text x="24" y="70" className="fill-ink" fontSize="20" fontWeight="600">
        {holder}
      </text>
      <g className="fill-ink" transform="translate(24 90)">
        {squares.map(([x, y]) => (
          <rect key={`${x} ${y}`} x={x * 9} y={y * 9} width="9" height="9" />
        ))}
      </g>
      <text x="24" y="223" className="fill-ink" fontSize="16" fontWeight="600">
        {code}
      </text>
      <rect
        x="14"
        y="202"
        width="200"
        height="32"
        rx="16"
        fill="none"
        className="stroke-danger"
        strokeWidth="2.5"
      />
      <path
        d="M300 176c-8 26-34 40-74 42m12-9-12 9 13 8"
        fill="none"
        className="stroke-danger"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <text x="304" y="166" textAnchor="middle" className="fill-danger" fontSize="18" fontWeight="700">
        {here}
      </text>
    </svg>
  );
}

/** Eleven by eleven squares that look like a QR code and encode nothing. */
const squares: [number, number][] = [
  "##### # ###".padEnd(11),
  "#   #  ## #",
  "# # # # # #",
  "#   ##  # #",
  "##### # ###",
  "  #  ##    ",
  "### # # ###",
  "#  ## ##  #",
  "##### # # #",
  "#   #  ##  ",
  "##### # ###",
].flatMap((row, y) => [...row].flatMap((mark, x): [number, number][] => (mark === "#" ? [[x, y]] : [])));
