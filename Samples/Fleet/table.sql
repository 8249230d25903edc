-- Gaps that matter an hour, from `shares`, in the SQL that Spark and DuckDB have in common. The interval is that of
-- `analyze fleet`: Byar's limits of a Poisson count, with counts and hours divided by the design effect.
WITH sums AS (
    SELECT device, os, build, config, count(*) AS inputs, sum(alive_s) / 3600 AS hours, sum(gaps) AS gaps,
        sum(matter) AS matter, sum(matter * matter) AS squares, sum(matter * alive_s / 3600) AS products,
        sum(alive_s / 3600 * alive_s / 3600) AS hours_squared
    FROM shares WHERE alive_s > 0 OR matter > 0 GROUP BY device, os, build, config
), effects AS (
    SELECT *, CASE WHEN inputs > 1 AND matter > 0 AND hours > 0 THEN greatest(1.0,
        inputs / (inputs - 1.0) * (squares - 2 * (matter / hours) * products
            + (matter / hours) * (matter / hours) * hours_squared) / matter) ELSE 1.0 END AS effect
    FROM sums
), limits AS (
    SELECT *, matter / effect AS count_, hours / effect AS time_ FROM effects
)
SELECT device, os, build, config, inputs, round(hours, 4) AS hours, gaps, matter,
    round(matter / hours, 4) AS matter_per_hour,
    round(CASE WHEN count_ > 0 THEN greatest(0.0,
        count_ * power(1 - 1 / (9 * count_) - 1.959964 / (3 * sqrt(count_)), 3)) ELSE 0.0 END / time_, 4) AS low,
    round((count_ + 1) * power(1 - 1 / (9 * (count_ + 1)) + 1.959964 / (3 * sqrt(count_ + 1)), 3) / time_, 4) AS high
FROM limits WHERE hours > 0
ORDER BY matter_per_hour DESC, device, os, build, config
