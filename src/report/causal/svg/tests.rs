use super::*;
use crate::report::draw::width_of;
use logpine_causal::{CausalModel, EdgeKind, FunctionOf, LearnOptions, Scale, Variable};

/// A model with these edges; those of kind `Deterministic` make functions.
fn model(names: &[&str], edges: &[(usize, usize, EdgeKind)]) -> CausalModel {
    let variable = |name: &&str| Variable { name: (*name).to_owned(), scale: Scale::Log, is_input: false };
    let edge =
        |&(from, to, kind): &(usize, usize, EdgeKind)| Edge { from, to, kind, information: 0.256, is_required: false };
    let mut functions: Vec<FunctionOf> = Vec::new();
    for &(from, to, kind) in edges {
        if kind == EdgeKind::Deterministic {
            match functions.iter_mut().find(|function| function.variable == to) {
                Some(function) => function.parents.push(from),
                None => functions.push(FunctionOf {
                    variable: to,
                    parents: vec![from],
                    residual_variance: 0.0,
                    degree: 1,
                    alternatives: Vec::new(),
                }),
            }
        }
    }
    CausalModel {
        variables: names.iter().map(variable).collect(),
        rows: 200,
        options: LearnOptions::default(),
        edges: edges.iter().map(edge).collect(),
        functions,
        separations: Vec::new(),
        equivalences: Vec::new(),
        tests: Vec::new(),
        warnings: Vec::new(),
    }
}

/// Figure 6 of Lemeire, Dirkx and Colitti (2008).
fn figure_6() -> CausalModel {
    use EdgeKind::{Deterministic, Directed};
    let names = ["nodes", "relConnect", "avgNodeMsgs", "avgDistance", "timePerNodeMsgs", "commT", "avgHops"];
    model(
        &names,
        &[(1, 3, Directed), (3, 4, Directed), (3, 6, Deterministic), (4, 5, Deterministic), (2, 5, Deterministic)],
    )
}

/// Every edge begins and ends on the border of its variables, and no two variables overlap.
#[test]
fn edges_end_on_borders_and_variables_do_not_overlap() {
    use EdgeKind::{Directed, Undirected};
    let names: Vec<String> = (0..12).map(|index| format!("variable number {index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut edges = Vec::new();
    for a in 0..11 {
        for b in a + 1..11 {
            if (a * 7 + b * 5) % 4 == 0 {
                edges.push((a, b, if b % 3 == 0 { Undirected } else { Directed }));
            }
        }
    }
    for model in [figure_6(), model(&names, &edges)] {
        let half_widths: Vec<f64> = model.variables.iter().map(|v| v.name.len() as f64 * 4.0 + 18.0).collect();
        let Layout { centres, paths, size } = layout(&model, &half_widths, HALF_HEIGHT);
        let shapes: Vec<Ellipse> = centres
            .iter()
            .zip(&half_widths)
            .map(|(&centre, &half_width)| Ellipse { centre, half_width, half_height: HALF_HEIGHT })
            .collect();
        for (index, a) in shapes.iter().enumerate() {
            assert!(a.centre.x >= a.half_width - 1e-9 && a.centre.x + a.half_width <= size.x + 1e-9);
            for b in &shapes[..index] {
                let (x, y) = ((a.centre.x - b.centre.x).abs(), (a.centre.y - b.centre.y).abs());
                assert!(x > a.half_width + b.half_width || y > 2.0 * HALF_HEIGHT, "{index}");
            }
        }
        for (edge, path) in model.edges.iter().zip(paths) {
            let path = trimmed(path, &shapes[edge.from], &shapes[edge.to]);
            for (shape, end) in [(&shapes[edge.from], path.first()), (&shapes[edge.to], path.last())] {
                let end = end.expect("a path has two ends");
                let (x, y) =
                    ((end.x - shape.centre.x) / shape.half_width, (end.y - shape.centre.y) / shape.half_height);
                assert!((x.hypot(y) - 1.0).abs() < 1e-9, "{edge:?}");
            }
            let is_down = shapes[edge.from].centre.y < shapes[edge.to].centre.y;
            assert!(is_down || edge.kind == Undirected, "causes are above their effects");
        }
    }
}

/// Names that differ only in the middle, or far behind, do not look the same.
#[test]
fn long_names_are_told_apart() {
    let name = |index: usize| format!("{}{index}{}", "x".repeat(80), "y".repeat(80));
    let names: Vec<String> =
        (0..4).map(name).chain((0..4).map(|index| format!("a_b_{}", index.to_string().repeat(70)))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let model = model(&names, &[(0, 1, EdgeKind::Directed)]);
    let labels = labels(&model);
    for (index, label) in labels.iter().enumerate() {
        assert!(!labels[..index].contains(label) && label.len() <= MOST_LINES + 1, "{label:?}");
        assert!(label.iter().all(|line| width_of(line) <= LONGEST_LINE), "{label:?}");
    }
    roxmltree::Document::parse(&svg(&CausalReport { name: "", model: &model })).expect("XML");
}

/// The number of an edge stands beside it, in every direction.
#[test]
fn numbers_do_not_lie_on_their_edges() {
    let edge = Edge { from: 0, to: 1, kind: EdgeKind::Directed, information: 0.5, is_required: false };
    let place = |x: f64, y: f64| {
        let text = number(&edge, &[Point { x: 0.0, y: 0.0 }, Point { x, y }]);
        let numbers: Vec<f64> = text.split('"').filter_map(|part| part.parse().ok()).collect();
        (numbers[0] - x / 2.0, numbers[1] - y / 2.0)
    };
    assert_eq!([place(0.0, 80.0), place(80.0, 0.0), place(-80.0, 0.0)], [(5.0, 4.0), (0.0, -6.0), (0.0, 14.0)]);
    for (x, y) in [(60.0, 60.0), (-60.0, 60.0), (60.0, -60.0), (-60.0, -60.0)] {
        // The corner of the number that is nearest to the line, a box of 22 by 8 above its base line.
        let (left, base) = place(x, y);
        let corners = [(left, base), (left, base - 8.0), (left + 22.0, base), (left + 22.0, base - 8.0)];
        let sides: Vec<bool> = corners.iter().map(|(at, up)| at * y - up * x > 0.0).collect();
        assert!(sides.iter().all(|side| *side == sides[0]), "{x} {y}: {corners:?}");
    }
}
