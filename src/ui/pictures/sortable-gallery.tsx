/** Pictures that can be reordered by dragging or keyboard, and removed. The caller holds the order. */
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { arrayMove, rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { type ReactNode, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { GripVertical, X } from "../icons.ts";

export type SortablePicture = {
  readonly id: string;
  /** An address of the shop, or a `data:` address of a chosen file. */
  readonly src: string;
  readonly name: string;
};

type Props = {
  label: string;
  pictures: readonly SortablePicture[];
  onReorder: (ids: readonly string[]) => void;
  onRemove: (id: string) => void;
  after?: ReactNode;
};

export function SortableGallery({ label, pictures, onReorder, onRemove, after }: Props) {
  const { t } = useTranslation("admin");
  // Server and browser must number the hidden help alike.
  const id = useId();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = pictures.map((picture) => picture.id);
  const place = (id: UniqueIdentifier) => ids.indexOf(String(id));
  const announcement = (moved: UniqueIdentifier, at: UniqueIdentifier = moved) => ({
    name: pictures[place(moved)]?.name ?? "",
    place: place(at) + 1,
    count: ids.length,
  });
  // The last announcement: a picture starts over its own place, which is not announced.
  const lastAnnounced = useRef<UniqueIdentifier>(undefined);
  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onReorder(arrayMove(ids, place(active.id), place(over.id)));
  }
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: { draggable: t("kit.gallery.help") },
        announcements: {
          onDragStart: ({ active }) => {
            lastAnnounced.current = active.id;
            return t("kit.gallery.lifted", announcement(active.id));
          },
          onDragOver: ({ active, over }) => {
            if (!over || over.id === lastAnnounced.current) return undefined;
            lastAnnounced.current = over.id;
            return t("kit.gallery.moved", announcement(active.id, over.id));
          },
          onDragEnd: ({ active, over }) => t("kit.gallery.dropped", announcement(active.id, over?.id)),
          onDragCancel: ({ active }) => t("kit.gallery.cancelled", announcement(active.id)),
        },
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul aria-label={label} className="sortable">
          {pictures.map((picture) => (
            <Item key={picture.id} picture={picture} onRemove={() => onRemove(picture.id)} />
          ))}
          {after && <li>{after}</li>}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function Item({ picture: { id, src, name }, onRemove }: { picture: SortablePicture; onRemove: () => void }) {
  const { t } = useTranslation("admin");
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className="sortable-item"
      data-dragged={isDragging || undefined}
      style={{ transform: CSS.Transform.toString(transform), transition }}
      // A mouse drags the whole picture. A finger on it scrolls the page, so touch drags by the grip only.
      onPointerDown={(event) => event.pointerType === "mouse" && listeners?.onPointerDown?.(event)}
    >
      <img src={src} alt={name} draggable={false} />
      <button
        ref={setActivatorNodeRef}
        type="button"
        className="sortable-button sortable-grip"
        {...attributes}
        {...listeners}
        aria-label={t("kit.gallery.move", { name })}
      >
        <span>
          <GripVertical size={18} strokeWidth={1.6} aria-hidden="true" />
        </span>
      </button>
      <button
        type="button"
        className="sortable-button sortable-remove"
        aria-label={t("kit.gallery.remove", { name })}
        title={t("kit.gallery.remove", { name })}
        onClick={onRemove}
      >
        <span>
          <X size={18} strokeWidth={1.6} aria-hidden="true" />
        </span>
      </button>
    </li>
  );
}
