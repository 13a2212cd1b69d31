interface ColumnsProps {
  names: readonly string[];
  /** The name of a last column with buttons, for screen readers only. */
  actions?: string;
}

/** The head of a table. */
export const Columns = ({ names, actions }: ColumnsProps) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
      {actions && (
        <th scope="col">
          <span class="said">{actions}</span>
        </th>
      )}
    </tr>
  </thead>
);
