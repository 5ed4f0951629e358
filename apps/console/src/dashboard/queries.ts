/** The GraphQL documents of the overview, with what they answer. */

export type Trend = 'Rising' | 'Falling' | 'Stalling';

export type Figures = Readonly<Record<string, number | Trend>>;

export interface KeyFigures {
  readonly insights: { readonly total: Figures; readonly endDatetime: string };
}

/** @param measures names of key figures */
export function keyFiguresQuery(measures: readonly string[]): string {
  const fields = measures.flatMap((name) => [name, `${name}Trend`]).join(' ');
  return `query ($period: PeriodInput!) {
    insights(subject: SalesUnits, period: $period) { endDatetime total { ${fields} } }
  }`;
}

export type MonthsAnswer = Readonly<Record<string, { readonly total: { WonAmount: number; LostAmount: number } }>>;

/** One field for each month, so that all come with one request. */
export function monthsQuery(months: readonly { readonly startDate: string; readonly endDate: string }[]): string {
  const fields = months.map(
    ({ startDate, endDate }, index) =>
      `month${index}: insights(subject: SalesUnits, period: {startDate: "${startDate}", endDate: "${endDate}"}) { total { WonAmount LostAmount } }`,
  );
  return `{ ${fields.join('\n')} }`;
}

export interface PipelineAnswer {
  readonly pipelines: {
    readonly nodes: readonly {
      readonly id: string;
      readonly name: string;
      readonly steps: { readonly nodes: readonly { readonly id: string; readonly name: string }[] };
    }[];
  };
  readonly evaluateReport: { readonly items: readonly { readonly result: Pivot }[] };
}

interface Header {
  readonly keys: readonly (string | null)[];
}

export interface Pivot {
  readonly rows: readonly Header[];
  readonly columns: readonly Header[];
  readonly cells: readonly {
    readonly row: number;
    readonly column: number;
    readonly values: readonly (string | null)[];
  }[];
}

/** Open opportunities counted and added up by step, and the steps in their order. */
export const pipelineQuery = `query ($structure: [ReportItemInput!]!) {
  pipelines(first: 20) {
    nodes { id name steps(first: 50, orderBy: { field: SORT_ORDER }) { nodes { id name } } }
  }
  evaluateReport(structure: $structure) {
    items { ... on PivotTable { result { rows { keys } columns { keys } cells { row column values } } } }
  }
}`;

export const pipelineStructure = [
  {
    id: 'pipeline',
    pivotTable: {
      entityType: 'Opportunity',
      rows: [{ field: 'step_id' }],
      columns: [{ field: 'status' }],
      measures: [{ function: 'Count' }, { function: 'Sum', field: 'value' }],
      grandTotals: false,
    },
  },
];

export interface UsersAnswer {
  readonly clients: { readonly nodes: readonly { readonly id: string; readonly formattedName: string }[] };
}

export const usersQuery = '{ clients(first: 100, orderBy: { field: FORMATTED_NAME }) { nodes { id formattedName } } }';

export interface AgendaItem {
  readonly __typename: string;
  readonly date: string;
  readonly name: string;
  readonly linkedId: string;
}

export interface AgendaAnswer {
  readonly navigatorAgenda: readonly { readonly clientId: string; readonly items: readonly AgendaItem[] }[];
}

export const agendaQuery = `query ($users: [UUID!]!, $period: PeriodInput!) {
  navigatorAgenda(clientIds: $users, period: $period) { clientId items { __typename date name linkedId } }
}`;
