import { Picture, type PictureProps } from "./picture";

type Props = { pictures: PictureProps["picture"][]; sizes: string };

/** Pictures in two columns. Renders nothing without pictures. */
export function PictureGrid({ pictures, sizes }: Props) {
  if (pictures.length === 0) return null;
  return (
    <ul className="grid grid-cols-2 gap-4">
      {pictures.map((picture) => (
        <li key={picture.url}>
          <Picture picture={picture} sizes={sizes} className="aspect-4/3 w-full rounded-card" />
        </li>
      ))}
    </ul>
  );
}
